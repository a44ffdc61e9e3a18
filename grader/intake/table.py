"""A table that staff bring along, as CSV from anywhere: its cells by header, within limits."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.domain.classroom import IntakeRemark, RemarkKind
from grader.domain.errors import ContentError, Problem, UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.intake.encoding import decode

_MAX_BYTES = 64 * 1024 * 1024
_WORKBOOK = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


@dataclass(frozen=True)
class Table:
    """The rows of a file under its header, whose words are folded; `rows` are (number in the file, cells)."""

    path: Path
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    remarks: tuple[IntakeRemark, ...] = ()

    def columns(self, names: Sequence[str]) -> tuple[int, ...]:
        """The columns that have one of these headers, in the names' order."""
        return tuple(self.header.index(name) for name in names if name in self.header)

    def cell(self, row: Sequence[str], names: Sequence[str]) -> str:
        """The first cell under one of these headers that is not empty, without blanks around it."""
        found = (row[column].strip() for column in self.columns(names) if column < len(row))
        return next((value for value in found if value), "")

    def fault(self, number: int, found: str, expected: str, mend: str) -> Problem:
        """A fault in one row of the file."""
        return Problem(str(self.path), f"row {number}", found, expected, mend)


def read_table(path: Path, encoding: str | None = None) -> Table:
    """Read a CSV file with a header; the delimiter is the header's most frequent one of comma, semicolon and tab.

    An encoding that had to be guessed is among the remarks. Raises UsageError for a file that cannot be read,
    ContentError for one that is no table.
    """
    body = _bytes(path)
    if body.startswith(_WORKBOOK):
        mend = "Save it as CSV (UTF-8), with the ids formatted as text."
        raise ContentError((Problem(str(path), "", "a workbook", "a CSV file", mend),))
    decoded = decode(body, encoding)
    first = decoded.text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(decoded.text, newline=""), delimiter=delimiter)
    try:
        rows = [(number, tuple(row)) for number, row in enumerate(reader, 1) if any(map(str.strip, row))]
    except csv.Error as error:
        found = f"{error} (line {reader.line_num})"
        raise ContentError((Problem(str(path), "", found, "a CSV file", "Export it again."),)) from error
    header = tuple(" ".join(cell.casefold().split()) for cell in rows[0][1]) if rows else ()
    guessed = IntakeRemark(RemarkKind.ENCODING_GUESSED, path.name, decoded.encoding)
    return Table(path, header, tuple(rows[1:]), (guessed,) if decoded.is_guess else ())


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            body = file.read(_MAX_BYTES + 1)
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"cannot read {path}: {why.en}", f"无法读取 {path}：{why.zh}"),
            Text("Name a CSV file.", "请指定一个 CSV 文件。"),
        ) from error
    if len(body) > _MAX_BYTES:
        most = _MAX_BYTES // 1024 // 1024
        raise UsageError(
            Text(f"{path} is over {most} MiB", f"{path} 超过 {most} MiB"),
            Text("Name a CSV file of the class.", "请指定本班的 CSV 文件。"),
        )
    return body
