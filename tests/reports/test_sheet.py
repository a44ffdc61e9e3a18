"""Somebody else's CSV file stays as it was, byte for byte, but for the cells that are put."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.errors import ContentError
from grader.reports.sheet import read_sheet

CELLS = st.text(st.sampled_from('ab1,;"\t\r\n 中😀='), max_size=8)
FILES = st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=6)


@given(FILES, st.sampled_from([",", ";", "\t"]), st.sampled_from(["\r\n", "\n"]), st.booleans())
def test_a_file_that_is_not_touched_is_the_same_file(
    rows: list[list[str]], delimiter: str, end: str, marked: bool
) -> None:
    """Reading and writing gives the same bytes, whatever quotes, line ends and delimiters there are."""
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator=end).writerows([["h", "i"], *rows])
    body = (b"\xef\xbb\xbf" if marked else b"") + written.getvalue().encode()
    assert read_sheet(body, "x.csv").written() == body


@given(st.binary(max_size=60).map(lambda body: b"h,i\n" + body))
def test_a_mangled_file_is_kept_or_refused(body: bytes) -> None:
    """Bytes that are no proper CSV come back unchanged too, or are refused; they are never repaired."""
    try:
        sheet = read_sheet(body, "x.csv")
    except ContentError:
        return
    assert sheet.written() == body


@given(FILES, st.integers(0, 5), st.integers(0, 4), CELLS)
def test_a_cell_that_is_put_is_read_back_and_no_other_changes(
    rows: list[list[str]], row: int, column: int, value: str
) -> None:
    """After `put` an independent reader sees the new value there, and every other cell as before."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([["h", "i"], *rows])
    sheet = read_sheet(written.getvalue().encode(), "x.csv")
    row = 1 + row % len(rows)
    column %= len(rows[row - 1])
    sheet.put(row, column, value)
    back = list(csv.reader(io.StringIO(sheet.written().decode(), newline="")))
    expected = [["h", "i"], *(list(each) for each in rows)]
    expected[row][column] = value
    assert [each or [""] for each in back] == expected


def test_utf_16_and_gb_18030_keep_their_encoding() -> None:
    """Blackboard's UTF-16 with its mark and a file in GB 18030 are read and written as they are."""
    text = 'Last Name\tUsername\r\n"李"\t"lilei"\r\n'
    for body in (b"\xff\xfe" + text.encode("utf-16-le"), text.encode("gb18030")):
        sheet = read_sheet(body, "gc.xls")
        assert sheet.value(1, 0) == "李"
        sheet.put(1, 1, "韩")
        assert sheet.written() == body.replace("lilei".encode(sheet.encoding), "韩".encode(sheet.encoding))


@pytest.mark.parametrize("body", [b"", b"\n\n", b"PK\x03\x04\x00\x00\x00\xff"])
def test_what_is_no_table_is_refused(body: bytes) -> None:
    """An empty file or a workbook is refused with its name and the way out."""
    with pytest.raises(ContentError, match=r"grades\.csv"):
        read_sheet(body, "grades.csv")


def test_a_file_of_the_west_keeps_its_encoding_and_its_headers() -> None:
    """Accents in cp1252 are read as such, not as Chinese, and written back byte by byte."""
    body = "ID;Name;Übung 3\r\n1;Jürgen Müller;\r\n2;José Nuñez;\r\n".encode("cp1252")
    sheet = read_sheet(body, "grades.csv")
    assert (sheet.encoding, sheet.value(0, 2), sheet.value(2, 1)) == ("cp1252", "Übung 3", "José Nuñez")
    assert sheet.written() == body
