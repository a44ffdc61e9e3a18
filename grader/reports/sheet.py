"""A CSV file of somebody else's, byte for byte: cells can be replaced, everything else stays as it was."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from grader.domain.errors import ContentError, Problem

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DELIMITERS = (",", ";", "\t")


@dataclass
class SheetCell:
    """One cell: as it stands in the file, and what it means."""

    raw: str
    value: str


@dataclass
class Sheet:
    """The cells of a file by row; `ends` are the rows' line ends, "" after the last where it has none."""

    bom: bytes
    encoding: str
    delimiter: str
    rows: list[list[SheetCell]]
    ends: list[str]

    def value(self, row: int, column: int) -> str:
        """What a cell means; "" beyond a row's end."""
        cells = self.rows[row]
        return cells[column].value if column < len(cells) else ""

    def put(self, row: int, column: int, value: str) -> None:
        """Replace a cell's content; it stays quoted where it was, and is quoted where it has to be."""
        cells = self.rows[row]
        while len(cells) <= column:
            cells.append(SheetCell("", ""))
        cell = cells[column]
        if cell.value == value:
            return
        quoted = cell.raw.startswith('"') or any(char in value for char in f'"\r\n{self.delimiter}')
        cell.raw = '"' + value.replace('"', '""') + '"' if quoted else value
        cell.value = value

    def written(self) -> bytes:
        """The file."""
        lines = (
            self.delimiter.join(cell.raw for cell in cells) + end
            for cells, end in zip(self.rows, self.ends, strict=True)
        )
        return self.bom + "".join(lines).encode(self.encoding, "surrogateescape")


def read_sheet(body: bytes, name: str) -> Sheet:
    """Read a file in UTF-8, UTF-16 with a mark, GB 18030 or cp1252; the delimiter is the header's most frequent one.

    Raises ContentError for what is no text or has no row.
    """
    bom, text, encoding = _decoded(body, name)
    first = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
    delimiter = max(_DELIMITERS, key=first.count)
    rows, ends = _rows(text, delimiter)
    if not rows or not any(cell.value.strip() for cell in rows[0]):
        raise ContentError(
            (Problem(name, "", "no header row", "a file as the platform exported it", "Export it again."),)
        )
    return Sheet(bom, encoding, delimiter, rows, ends)


def _decoded(body: bytes, name: str) -> tuple[bytes, str, str]:
    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return bom, body[len(bom) :].decode(encoding, "surrogateescape"), encoding
    for encoding in ("utf-8", "gb18030", "cp1252"):
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        is_likely = encoding != "gb18030" or _is_chinese(text)
        if "\0" not in text and is_likely and text.encode(encoding) == body:
            return b"", text, encoding
    mend = (
        "Export it from the platform again, as CSV and not as a workbook; do not save it with a spreadsheet."
    )
    raise ContentError((Problem(name, "", "bytes that are no text", "a CSV file", mend),))


def _is_chinese(text: str) -> bool:
    """Whether at least half of what is not ASCII are everyday ideographs: accents read as GB 18030 hardly ever are."""
    wide = [char for char in text if not char.isascii()]
    return sum(_is_everyday(char) for char in wide) * 2 >= len(wide)


def _is_everyday(char: str) -> bool:
    try:
        return char >= "\u3000" and len(char.encode("gb2312")) == 2
    except UnicodeEncodeError:
        return False


def _rows(text: str, delimiter: str) -> tuple[list[list[SheetCell]], list[str]]:
    other = f"[^{re.escape(delimiter)}\r\n]*"
    cell = re.compile(rf'("(?:[^"]|"")*"{other}|{other})({re.escape(delimiter)}|\r\n|\r|\n|\Z)')
    rows: list[list[SheetCell]] = []
    ends: list[str] = []
    row: list[SheetCell] = []
    place = 0
    while place < len(text) or row:
        match = cell.match(text, place)
        if match is None:
            raise ValueError("unreachable: the second choice matches anything, the end included")
        row.append(SheetCell(match[1], _meaning(match[1])))
        place = match.end()
        if match[2] != delimiter:
            rows.append(row)
            ends.append(match[2])
            row = []
    return rows, ends


def _meaning(raw: str) -> str:
    match = re.fullmatch(r'"((?:[^"]|"")*)"(.*)', raw, re.DOTALL)
    return match[1].replace('""', '"') + match[2] if match else raw
