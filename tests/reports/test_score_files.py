"""What goes out as a table is read back by independent readers: CSV, Excel, platforms, JUnit, Markdown, JSON."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET

import jsonschema
import openpyxl
import pytest

from grader.domain.text import Language
from grader.reports.csv_text import csv_text
from grader.reports.markdown import escaped
from grader.reports.platform_columns import Platform
from grader.reports.platform_files import platform_file
from grader.reports.report_format import Format
from grader.reports.score_tables import wide_rows
from grader.workflows.make_report import Reporter
from tests.reports.books import COLUMNS, NAMES, book
from tests.reports.conftest import text_of

FORMULA = re.compile(r"^[=+\-@\t\r\n＝＋－＠]")


def read(text: str, delimiter: str = ",") -> list[list[str]]:
    """A file by the standard library's reader."""
    return list(
        csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=True)
    )


def unguarded(cell: str) -> str:
    """A cell's text without the apostrophe that keeps it from being a formula."""
    return cell[1:] if cell[:1] == "'" and FORMULA.match(cell[1:]) else cell


def test_wide_csv_reads_back_with_every_name_and_number() -> None:
    """Names come back whole, numbers as numbers, empty cells where nothing counts, remarks where a rule did."""
    text = csv_text(wide_rows(book()))
    assert text.startswith("\ufeff")
    assert text.endswith("\r\n")
    header, *rows = read(text)
    found = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    assert {key: unguarded(row["name"]) for key, row in found.items()} == NAMES
    assert found["s1"]["ex08_encoder_layer"] == "7.25"
    assert found["s2"]["ex03_feed_forward raw"] == "7.5"
    assert found["s2"]["ex03_feed_forward remark"] == "late 1 day: -1"
    assert found["s3"]["ex03_feed_forward"] == ""
    assert found["s3"]["ex03_feed_forward remark"] == "excused"
    assert found["s4"]["ex03_feed_forward remark"] == "overridden: =oral exam"
    assert found["s5"]["ex03_feed_forward status"] == "missing"
    assert found["s6"]["ex03_feed_forward remark"] == "pending"


@pytest.mark.parametrize("start", list("=+-@\t\n＝＋－＠"))
def test_no_cell_begins_as_a_formula_does(start: str) -> None:
    """Whatever a spreadsheet takes for the beginning of a formula has an apostrophe before it; numbers have
    not.
    """
    assert read(csv_text([[f"\r\x00{start}1"]])) == [[f"'{start}1"]]
    (row,) = read(csv_text([[f"{start}1+1", -1.5, "a=b", "", None]]))
    assert row == [f"'{start}1+1", "-1.5", "a=b", "", ""]


@pytest.mark.parametrize("platform", list(Platform))
def test_platform_files_hold_no_formula(platform: Platform) -> None:
    """In no file that is made for a platform does a cell begin a formula."""
    delimiter = "\t" if platform is Platform.BLACKBOARD else ","
    cells = [cell for row in read(platform_file(platform, book(), Language.EN), delimiter) for cell in row]
    assert [cell for cell in cells if FORMULA.match(cell)] == []


def test_canvas_file_meets_canvas_rules() -> None:
    """Column 0 holds "Student", column 1 "ID", the last student column "Section"; points possible; EX; no
    lost title.
    """
    header, possible, *rows = read(platform_file(Platform.CANVAS, book(), Language.EN))
    assert "Student" in header[0]
    assert "ID" in header[1]
    assert "Section" in header[4]
    assert header[5:] == [column.title.en for column in COLUMNS]
    for title in header[5:]:
        assert re.match(r"\A(.*)\s\((\d+)\)\Z", title) is None
        assert not re.search(r"(Current|Final|Override).*(Score|Points|Grade|Status)", title)
    assert "Points Possible" in possible[0]
    assert [float(cell) for cell in possible[5:]] == [10.0, 10.0]
    grades = {row[1]: row[5:] for row in rows}
    assert grades["s3"] == ["EX", "5"]
    assert grades["s5"] == ["", "2"]
    assert all(cell == "EX" or cell == "" or float(cell) >= 0 for row in grades.values() for cell in row)


def test_moodle_and_brightspace_files_meet_their_rules() -> None:
    """Moodle's import needs a user column and numbers; Brightspace its ids with #, its suffix and its end."""
    header, *rows = read(platform_file(Platform.MOODLE, book(), Language.EN))
    assert {"ID number", "Email address"} <= set(header)
    assert all(cell == "" or 0 <= float(cell) <= 100 for row in rows for cell in row[3:])
    header, *rows = read(platform_file(Platform.BRIGHTSPACE, book(), Language.ZH))
    assert header[:2] == ["OrgDefinedId", "Username"]
    assert header[-1] == "End-of-Line Indicator"
    assert all(title.endswith(" Points Grade") for title in header[2:-1])
    assert all(row[0].startswith("#") and row[-1] == "#" for row in rows)


def test_workbook_has_number_cells_and_no_formula(reporter: Reporter) -> None:
    """openpyxl finds numbers as numbers, texts as texts and not one formula or link, whatever names hold."""
    (body,) = reporter.whole(Format.XLSX).pieces
    assert isinstance(body, bytes)
    opened = openpyxl.load_workbook(io.BytesIO(body))
    assert len(opened.sheetnames) == 4
    for sheet in opened:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "n"), (sheet.title, cell.coordinate, cell.value)
                assert cell.hyperlink is None
    scores = opened.worksheets[0]
    header = [cell.value for cell in scores[1]]
    by_key = {
        row[0]: dict(zip(header, row, strict=True)) for row in scores.iter_rows(min_row=2, values_only=True)
    }
    expected = {row.learner.key: row for row in reporter.reading.book.rows}
    assert by_key.keys() == expected.keys()
    for key, row in expected.items():
        assert by_key[key]["name"] == row.learner.name
        assert by_key[key]["total"] == pytest.approx(row.total, abs=1e-4)


def test_junit_is_one_case_a_check_and_counts_right(reporter: Reporter) -> None:
    """Each suite's counts are its cases', every person and exercise has one, and hidden values are not in it."""
    text = text_of(reporter.whole(Format.JUNIT).pieces)
    root = ET.fromstring(text)
    suites = root.findall("testsuite")
    assert len(suites) == len(reporter.reading.book.rows) * len(reporter.reading.book.columns)
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.attrib["tests"]) == len(cases)
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert int(suite.attrib["skipped"]) == len(suite.findall("testcase/skipped"))
        assert len({case.attrib["name"] for case in cases}) == len(cases)
    assert "hidden case" not in text
    assert "Traceback" not in text


def test_csv_long_has_a_row_a_check(reporter: Reporter) -> None:
    """Every check of every person is a row, the points of an exercise add up to its raw score."""
    header, *rows = read(text_of(reporter.whole(Format.CSV_LONG).pieces))
    cells = [dict(zip(header, row, strict=True)) for row in rows]
    by_score: dict[tuple[str, str], float] = {}
    for cell in cells:
        key = cell["learner"], cell["exercise"]
        by_score[key] = by_score.get(key, 0.0) + float(cell["points"] or 0)
    for row in reporter.reading.book.rows:
        for column, score in zip(reporter.reading.book.columns, row.scores, strict=True):
            raw = score.settled.raw or 0.0
            assert by_score[row.learner.key, column.id] == pytest.approx(raw, abs=0.01)


JSON_SCHEMA = {
    "type": "object",
    "required": ["schema", "run", "exercises", "needs_help", "misconceptions", "items", "learners"],
    "properties": {
        "schema": {"const": "addnorm.report/1"},
        "learners": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["key", "name", "total", "max_total", "exercises"],
                "properties": {
                    "exercises": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["exercise", "verdict", "standing", "raw", "score", "checks"],
                            "properties": {
                                "score": {"type": ["number", "null"]},
                                "standing": {
                                    "enum": ["counted", "missing", "excused", "overridden", "pending"]
                                },
                            },
                        },
                    }
                },
            },
        },
    },
}


def test_json_report_holds_the_class(reporter: Reporter) -> None:
    """The JSON form validates, names its schema, and has the book's totals and everybody's exercises."""
    plain = json.loads(text_of(reporter.whole(Format.JSON).pieces))
    jsonschema.validate(plain, JSON_SCHEMA)
    assert {row["key"]: row["total"] for row in plain["learners"]} == pytest.approx(
        {row.learner.key: round(row.total, 4) for row in reporter.reading.book.rows}
    )
    assert all(len(row["exercises"]) == len(reporter.reading.book.columns) for row in plain["learners"])
    assert "hidden case" not in json.dumps(plain)


def test_markdown_keeps_names_in_their_cells(reporter: Reporter) -> None:
    """Every row of a table has its head's number of cells, and a name brings neither HTML nor markup."""
    text = text_of(reporter.whole(Format.MARKDOWN).pieces)
    width = 0
    for line in text.splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert cells == width or not width or not cells, line
        width = cells
    assert "<script>" not in text
    assert "\\<script\\>" in text
    assert escaped("a|b *c*\n# d") == r"a\|b \*c\* \# d"
