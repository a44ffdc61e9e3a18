"""A platform's own file is filled by id, and nothing else in it changes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

import pytest

from grader.domain.errors import ContentError, UsageError
from grader.domain.policy import Timing
from grader.reports.fill import Filled, fill_file
from grader.reports.fill_targets import TOTAL
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.platform_columns import Platform
from tests.reports.books import NAMES, book

CANVAS = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,FeedForward (77),Homework,EncoderLayer (Pre-LN) (78),"
    "Current Score,Final Score\r\n"
    "    Points Possible,,,,,10,5,100,(read only),(read only)\r\n"
    '"O""Brien, Ann",901,s1,ann,A,,4,,88.1,\r\n'
    "'=HYPERLINK,902,s2,two,A,3,4,,12,\r\n"
    "李雷,903,s3,lilei,A,,,,,\r\n"
    "李雷,904,s4,lilei2,A,,,,,\r\n"
    '"😀 Emoji",905,s5,five,A,"8",,,,\r\n'
    "عمر,906,s6,six,A,,,,,\r\n"
    "@SUM,907,s7,seven,A,,,,,\r\n"
    "Stranger,999,x9,stranger,A,1,1,1,1,1\r\n"
    '"Student, Test",,,,,,,,,\r\n'
)
WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    'Participant 41,"O""Brien, Ann",s1@example.org,Submitted,,100.00,Yes,"Monday, 1 October",-,\n'
    "Participant 42,李雷,s3@example.org,Submitted,,100.00,Yes,-,-,old words\n"
    "Participant 43,李雷,s4@example.org,Submitted,7.00,100.00,No,-,-,\n"
    "Participant 44,Nobody,s9@example.org,No submission,,100.00,Yes,-,-,\n"
)
BRIGHTSPACE = (
    "OrgDefinedId,Username,FeedForward Points Grade <Numeric MaxPoints:20 Weight:5>,Other Points Grade,"
    "End-of-Line Indicator\r\n#s1,#ann,,3,#\r\n#s2,#two,1,3,#\r\n"
)
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"FeedForward [Total Pts: 10 Score] |123456"\r\n'
    '"Brien"\t"Ann"\t"s1"\t""\t""\r\n"李"\t"雷"\t"s3"\t""\t"In Progress"\r\n'
)


def no_feedback(row: GradeRow, number: int) -> str:
    """What a platform without a feedback column never asks for."""
    return f"{row.learner.key}/{number}: 3 < 4"


def fill(
    text: str | bytes, platform: Platform, *, exercises: int = 2, chosen: Mapping[int, str] | None = None,
    single: int | None = None, replaces: bool = False, scores: GradeBook | None = None,
) -> Filled:  # fmt: skip
    """Fill a file with the small book's scores."""
    body = text.encode() if isinstance(text, str) else text
    return fill_file(
        body, "grades.csv", platform, scores or book(exercises=exercises), chosen=chosen or {}, single=single,
        feedback=no_feedback, replace=replaces,
    )  # fmt: skip


def table(filled: Filled, encoding: str = "utf-8-sig", delimiter: str = ",") -> list[list[str]]:
    """The filled file by an independent reader."""
    return list(csv.reader(io.StringIO(filled.body.decode(encoding), newline=""), delimiter=delimiter))


def changed_cells(before: str, after: str) -> set[tuple[int, int]]:
    """Where two files differ, by row and column."""
    old, new = (list(csv.reader(io.StringIO(text, newline=""))) for text in (before, after))
    assert [len(row) for row in old] == [len(row) for row in new]
    return {
        (r, c) for r, row in enumerate(old) for c, cell in enumerate(row) if cell != new[r][c]
    }  # fmt: skip


MARKS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,FeedForward (77)\n"
    "Ann,901,s1,ann,A,{}\nTwo,902,s2,two,A,{}\nLi,903,s3,li,A,{}\nLi,904,s4,li2,A,{}\n"
)


def marks(filled: Filled) -> list[str]:
    """The column of grades in a file like MARKS."""
    return [row[5] for row in table(filled, "utf-8")[1:]]


@pytest.mark.parametrize("replaces", [False, True])
def test_what_is_excused_on_the_platform_stays_excused(replaces: bool) -> None:
    """EX stays, also where marks are to be replaced, and is listed; our own EX meets it without a word."""
    filled = fill(MARKS.format("EX", "", "EX", " EX "), Platform.CANVAS, exercises=1, replaces=replaces)
    assert marks(filled) == ["EX", "6.5", "EX", " EX "]
    assert (filled.excused_there, filled.different) == (["s1", "s4"], [])


def test_a_mark_that_is_there_stays_and_is_listed() -> None:
    """A mark, also 0 and a word, is not overwritten unasked; empty cells and dashes are filled."""
    filled = fill(MARKS.format("3", "-", "0", ""), Platform.CANVAS, exercises=1)
    assert marks(filled) == ["3", "6.5", "0", "9"]
    changes = [(each.learner, each.header, each.before, each.after) for each in filled.different]
    assert changes == [("s1", "FeedForward (77)", "3", "10"), ("s3", "FeedForward (77)", "0", "EX")]
    assert (filled.cells, filled.replaced) == (2, [])


def test_a_mark_is_replaced_where_that_is_asked_for() -> None:
    """With `replace` the marks are ours, and what was there is listed."""
    filled = fill(MARKS.format("3", "B+", "0", "9.00"), Platform.CANVAS, exercises=1, replaces=True)
    assert marks(filled) == ["10", "6.5", "EX", "9.00"]
    assert [each.before for each in filled.replaced] == ["3", "B+", "0"]
    assert filled.different == []


@pytest.mark.parametrize("there", ["10", "10.0", "10.00", " 10 ", "10,0"])
def test_the_same_mark_written_otherwise_is_no_change(there: str) -> None:
    """A number that means what we would write is left byte by byte."""
    body = MARKS.format(f'"{there}"', "", "", "")
    filled = fill(body, Platform.CANVAS, exercises=1)
    assert marks(filled)[0] == there
    assert filled.different == []


def test_a_second_filling_changes_nothing() -> None:
    """What was filled once is filled: the file comes back byte by byte, and nothing is listed."""
    once = fill(CANVAS, Platform.CANVAS, replaces=True)
    twice = fill(once.body, Platform.CANVAS)
    assert (twice.body, twice.different, twice.cells) == (once.body, [], 0)


def test_feedback_that_somebody_wrote_stays() -> None:
    """A comment of the instructor is not overwritten unasked, and is listed."""
    filled = fill(WORKSHEET, Platform.MOODLE, exercises=1)
    assert [row[-1] for row in table(filled, "utf-8")[1:3]] == ["s1/3: 3 < 4", "old words"]
    assert [(each.learner, each.header) for each in filled.different] == [("s3", "feedback")]


def test_scores_without_a_time_are_listed() -> None:
    """Whose score was filled without a late rule for want of a time is told."""
    small = book(exercises=1)
    first, *others = small.rows
    timeless = replace(first.scores[0], settled=replace(first.scores[0].settled, timing=Timing.UNKNOWN))
    rows = (replace(first, scores=(timeless,)), *others)
    filled = fill(MARKS.format("", "", "", ""), Platform.CANVAS, scores=replace(small, rows=rows))
    assert filled.without_time == ["s1"]


def test_canvas_columns_are_found_by_title_and_people_by_id() -> None:
    """Scores stand under the assignments of the exercises, scaled to their points; EX excuses."""
    filled = fill(CANVAS, Platform.CANVAS, replaces=True)
    rows = {row[2]: row for row in table(filled)}
    assert [rows[key][5] for key in ("s1", "s2", "s3", "s4")] == ["10", "6.5", "EX", "9"]
    assert [rows[key][7] for key in ("s1", "s2", "s3", "s4")] == ["72.5", "100", "50", "3.3333"]
    assert filled.targets == {"FeedForward (77)": 3, "EncoderLayer (Pre-LN) (78)": 8}
    assert filled.scaled == {"EncoderLayer (Pre-LN) (78)": (10.0, 100.0)}


def test_nothing_else_in_the_file_changes() -> None:
    """Line by line, the file differs in grade cells alone: quotes, line ends, mark and other columns stay."""
    filled = fill(CANVAS, Platform.CANVAS)
    after = filled.body.decode()
    changed = changed_cells(CANVAS, after)
    assert {column for _, column in changed} == {5, 7}
    assert {row for row, _ in changed} == {2, 3, 4, 5, 6, 7, 8}
    assert len(changed) == filled.cells
    before_lines, after_lines = CANVAS.splitlines(keepends=True), after.splitlines(keepends=True)
    assert [before_lines[n] for n in (0, 1, 9, 10)] == [after_lines[n] for n in (0, 1, 9, 10)]


def test_people_who_cannot_be_matched_are_told() -> None:
    """Who is not in the file, and rows that nobody was graded for, are listed and left alone."""
    filled = fill(CANVAS, Platform.CANVAS)
    assert filled.not_in_file == ["s8", "s9"]
    assert filled.rows_without_scores == [10]
    assert filled.nothing_handed_in == ["s5"]
    assert filled.not_counted == ["s6"]
    rows = {row[2]: row for row in table(filled)}
    assert rows["s5"][5] == "8"
    assert rows["x9"][5:] == ["1"] * 5


def test_one_name_twice_is_no_trouble_and_one_id_twice_is_told() -> None:
    """People are told apart by id; who fits two rows, or shares a row with another, gets nothing."""
    double = CANVAS + "Double,908,s1,s1,A,,,,,\r\n"
    filled = fill(double, Platform.CANVAS)
    assert filled.ambiguous == ["s1"]
    assert [row[5] for row in table(filled) if "s1" in row] == ["", ""]
    shared = CANVAS.replace("903,s3,lilei", "903,s3,s8@example.org")
    assert sorted(fill(shared, Platform.CANVAS).ambiguous) == ["s3", "s8"]


def test_moodle_worksheet_takes_the_total_scaled_and_feedback_as_html() -> None:
    """The one grade column gets the total by the row's maximum; a locked row stays; feedback goes beside."""
    filled = fill(WORKSHEET, Platform.MOODLE)
    rows = table(filled, "utf-8")
    assert [row[4] for row in rows[1:]] == ["86.25", "50", "7.00", ""]
    assert rows[1][9] == "s1/0: 3 < 4"
    assert rows[3][9] == ""
    assert filled.locked == ["s4"]
    assert filled.nothing_handed_in == ["s9"]
    assert {column for _, column in changed_cells(WORKSHEET, filled.body.decode())} == {4, 9}


def test_moodle_participant_number_is_an_id() -> None:
    """A key that is the number in "Participant 41" finds its row, as submissions of Moodle's zip do."""
    text = WORKSHEET.replace("Participant 41", "Participant s1").replace("s1@example.org", "")
    assert "s1" in fill(text, Platform.MOODLE).not_in_file
    numbered = WORKSHEET.replace("Email address", "Mail")
    plain = book()
    renamed = replace(plain, rows=(replace(plain.rows[0], learner=replace(plain.rows[0].learner, key="41")),))
    filled = fill_file(
        numbered.encode(), "w.csv", Platform.MOODLE, renamed, chosen={}, single=8, feedback=no_feedback
    )
    assert table(filled, "utf-8")[1][4] == "72.5"


def test_moodle_worksheet_in_chinese_and_with_decimal_commas() -> None:
    """A localised header is known, and a file that writes commas gets commas."""
    text = (
        "编号,全名,电子邮件地址,状态,成绩,最高成绩,成绩可更改,最后修改（成绩）,反馈评论\n"
        '参与者41,"甲",s1@example.org,已提交,,"10,00",是,-,\n'
    )
    filled = fill(text, Platform.MOODLE, single=8)
    assert table(filled, "utf-8")[1][4] == "7,25"


def test_moodle_grade_book_and_brightspace_and_blackboard() -> None:
    """Each finds its own column and its own ids, with the greatest grade where the header says it."""
    text = "ID number,Email address,Assignment: FeedForward (Real)\ns1,,-\nx,s2@example.org,\n"
    assert [row[2] for row in table(fill(text, Platform.MOODLE), "utf-8")[1:]] == ["10", "6.5"]
    brightspace = table(fill(BRIGHTSPACE, Platform.BRIGHTSPACE, replaces=True))
    assert [row[2:] for row in brightspace[1:]] == [["20", "3", "#"], ["13", "3", "#"]]
    body = b"\xff\xfe" + BLACKBOARD.encode("utf-16-le")
    filled = fill(body, Platform.BLACKBOARD)
    assert filled.body.startswith(b"\xff\xfe")
    rows = table(filled, "utf-16", "\t")
    assert [row[4] for row in rows[1:]] == ["10", "In Progress"]
    assert filled.not_counted == ["s3"]


def test_a_column_can_be_named_and_none_is_guessed() -> None:
    """Without a column that names the exercise nothing is written; --column says where, also for the total."""
    text = CANVAS.replace("FeedForward (77)", "Lab A (77)").replace(
        "EncoderLayer (Pre-LN) (78)", "Lab B (78)"
    )
    with pytest.raises(UsageError, match="names an exercise") as caught:
        fill(text, Platform.CANVAS)
    assert "Lab A (77)" in caught.value.hint.en
    filled = fill(text, Platform.CANVAS, chosen={TOTAL: "lab b"})
    assert {row[2]: row for row in table(filled)}["s1"][7] == "86.25"
    with pytest.raises(UsageError, match="Lab Z"):
        fill(text, Platform.CANVAS, chosen={3: "Lab Z"})
    twice = CANVAS.replace("Homework", "exercise 03")
    with pytest.raises(UsageError, match="several columns"):
        fill(twice, Platform.CANVAS)


def test_a_read_only_column_is_never_a_target() -> None:
    """Canvas's own computed columns cannot be chosen, whatever they are called."""
    with pytest.raises(UsageError):
        fill(CANVAS, Platform.CANVAS, chosen={3: "Final Score"})


def test_a_file_of_another_platform_is_refused() -> None:
    """A header without the platform's columns is told with what was found."""
    with pytest.raises(ContentError, match=r"grades\.csv"):
        fill("A,B\n1,2\n", Platform.BRIGHTSPACE)


def test_feedback_that_looks_like_a_formula_is_guarded() -> None:
    """A feedback cell that a spreadsheet would compute gets its apostrophe."""
    filled = fill_file(
        WORKSHEET.encode(), "w.csv", Platform.MOODLE, book(), chosen={}, single=None,
        feedback=lambda row, number: "=1+1",
    )  # fmt: skip
    assert table(filled, "utf-8")[1][9] == "'=1+1"


def test_the_small_book_holds_the_awkward_names() -> None:
    """The book that these tests fill in has a comma, a quote, a formula, Chinese, emoji and two of one name."""
    joined = "".join(NAMES.values())
    assert all(char in joined for char in ',"=李😀ع@-\n')
    assert len(set(NAMES.values())) < len(NAMES)
