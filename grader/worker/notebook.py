"""From a notebook's JSON text to the Python of its code cells, magics and shell lines made harmless."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from grader.domain.source_problem import (
    MAX_SOURCE_BYTES,
    SourceFault,
    SourceNote,
    SourceProblem,
    SourceRemark,
)
from grader.worker.source_text import SourceRefused, check_nesting

_FOREIGN_CELLS = frozenset(
    (
        "bash",
        "sh",
        "shell",
        "script",
        "cmd",
        "powershell",
        "html",
        "HTML",
        "svg",
        "SVG",
        "latex",
        "markdown",
        "javascript",
        "js",
        "perl",
        "ruby",
        "R",
        "pypy",
        "python2",
        "sql",
        "bigquery",
        "cython",
        "writefile",
        "file",
    )
)
_LINE_ESCAPE = re.compile(r"^(\s*)(%{1,2}|!{1,2}|\?{1,2})(.*)$")
_HELP_SUFFIX = re.compile(r"^(\s*)%{0,2}[A-Za-z_*][\w.*\[\]]*\?{1,2}\s*;?\s*$")
_ASSIGNED_ESCAPE = re.compile(r"^(\s*[A-Za-z_][\w.,\s]*=\s*)([!%])(?!=)(.*)$")
_TIMED = re.compile(r"^(?:time|capture)\s+(?!-)(.+)$")


@dataclass(frozen=True)
class CodeCell:
    """One code cell: its number among the code cells (from 1), its Python, and what was left out of it."""

    number: int
    text: str
    notes: tuple[SourceNote, ...]


def preload_notebook_reader() -> None:
    """Import nbformat now (0.2 s), so that a process that is locked in afterwards finds it ready."""
    import nbformat  # noqa: F401


def read_cells(text: str, file: str) -> tuple[CodeCell, ...]:
    """Return a notebook's code cells in order, versions 3 and 4; raises SourceRefused.

    Size and depth of the file have been checked; those of its code are checked here.
    """
    sources = _code_sources(text, file)
    if sum(len(source.encode()) for source in sources) > MAX_SOURCE_BYTES:
        found = sum(len(source.encode()) for source in sources) // 1024
        raise SourceRefused(
            SourceProblem(
                SourceFault.TOO_LARGE, file, found=f"{found} KiB", expected=f"{MAX_SOURCE_BYTES // 1024} KiB"
            )
        )
    if not any(source.strip() for source in sources):
        raise SourceRefused(SourceProblem(SourceFault.EMPTY, file))
    return tuple(_clean_cell(number, source, file) for number, source in enumerate(sources, start=1))


def _code_sources(text: str, file: str) -> list[str]:
    import nbformat

    reader: Any = nbformat.reader  # neither module has types
    converter: Any = nbformat.converter
    try:
        notebook = converter.convert(reader.reads(text), 4)
        cells = [cell for cell in notebook.cells if cell.get("cell_type") == "code"]
        return [_cell_source(cell) for cell in cells]
    except Exception as error:
        broken = error if isinstance(error, json.JSONDecodeError) else error.__context__
        if isinstance(broken, json.JSONDecodeError):
            found, line, column = f"JSON: {broken.msg}", broken.lineno, broken.colno
            problem = SourceProblem(SourceFault.NOTEBOOK, file, line, column, found=found)
        else:
            problem = SourceProblem(
                SourceFault.NOTEBOOK, file, found=f"{type(error).__name__}: {error}"[:200]
            )
        raise SourceRefused(problem) from error


def _cell_source(cell: dict[str, object]) -> str:
    source = cell.get("source", "")
    text = "".join(source) if isinstance(source, list) else source
    if not isinstance(text, str) or "\0" in text:
        raise ValueError("a cell whose source is no text")
    text.encode()  # a lone surrogate cannot be compiled: refuse it here, as a malformed notebook
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _clean_cell(number: int, source: str, file: str) -> CodeCell:
    begins = check_nesting(source, file, number).begins_statement
    lines = source.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magic = lines[first][2:].split()
        if magic and magic[0] in _FOREIGN_CELLS:
            note = SourceNote(SourceRemark.MAGIC, number, first + 1, lines[first].strip()[:60])
            return CodeCell(number, "\n" * (len(lines) - 1), (note,))
    return _clean_lines(number, lines, begins)


def _clean_lines(number: int, lines: list[str], begins: tuple[bool, ...]) -> CodeCell:
    cleaned: list[str] = []
    notes: list[SourceNote] = []
    in_escape = False
    for index, line in enumerate(lines):
        if in_escape:
            cleaned.append("")
        elif begins[index] and (harmless := _neutralise(line)) is not None:
            cleaned.append(harmless)
            notes.append(SourceNote(SourceRemark.MAGIC, number, index + 1, line.strip()[:60]))
            in_escape = harmless.strip() in ("pass", "") or harmless.endswith("None")
        else:
            cleaned.append(line)
        in_escape = in_escape and line.endswith("\\")
    return CodeCell(number, "\n".join(cleaned), tuple(notes))


def _neutralise(line: str) -> str | None:
    """Return the line that stands for an IPython line, None if it is Python."""
    if match := _LINE_ESCAPE.match(line):
        indent, sign, rest = match.groups()
        timed = _TIMED.match(rest) if sign == "%" else None
        return f"{indent}{timed.group(1)}" if timed else f"{indent}pass"
    if match := _HELP_SUFFIX.match(line):
        return f"{match.group(1)}pass"
    if match := _ASSIGNED_ESCAPE.match(line):
        timed = _TIMED.match(match.group(3)) if match.group(2) == "%" else None
        return f"{match.group(1)}{timed.group(1) if timed else 'None'}"
    return None
