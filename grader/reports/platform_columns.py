"""Where a platform's exported grade file keeps people, grades, greatest grades, feedback.

Headers are localised, so words of several languages are known and the rest is told by the user. What is known of
each platform's file is in docs/instructor.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from grader.domain.errors import ContentError, Problem
from grader.reports.sheet import Sheet


class Platform(StrEnum):
    """A platform whose file can be filled."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    BRIGHTSPACE = "brightspace"
    BLACKBOARD = "blackboard"


@dataclass(frozen=True)
class GradeColumn:
    """A column that a grade may go into: its title without what the platform adds, its greatest grade if known."""

    column: int
    header: str
    title: str
    greatest: float | None = None


@dataclass(frozen=True)
class Layout:
    """What a file is made of. `people` are the rows with a person; `identities` the columns with an id.

    `single`: the file has one grade column for whatever is graded (Moodle's worksheet). `greatest_of` and `locked`
    are columns with a row's own greatest grade and with whether it may be changed.
    """

    people: tuple[int, ...]
    identities: tuple[int, ...]
    grades: tuple[GradeColumn, ...]
    excused: str | None = None
    feedback: int | None = None
    greatest_of: int | None = None
    locked: int | None = None
    single: bool = False


_MOODLE_IDENTIFIER = {"identifier", "编号", "识别符", "标识符", "id", "identifiant", "identificador"}
_MOODLE_GRADE = {"grade", "成绩", "分数", "评分", "bewertung", "note", "calificación"}
_MOODLE_GREATEST = {
    "maximum grade",
    "最高成绩",
    "最高分",
    "满分",
    "bestwertung",
    "note maximale",
    "calificación máxima",
}
_MOODLE_FEEDBACK = {
    "feedback comments", "反馈评论", "反馈意见", "评语", "feedback als kommentar", "feedback par commentaires",
    "comentarios de retroalimentación",
}  # fmt: skip
_MOODLE_LOCKED = {"grade can be changed", "成绩可更改", "可以更改成绩", "bewertung kann geändert werden"}
_MOODLE_PERSON = {"id number", "idnumber", "username", "email address", "email", "user id", "学号", "用户名", "电子邮件地址",
                  "邮箱", "编号"}  # fmt: skip
_NO = {"no", "否", "nein", "non"}
_CANVAS_PERSON = {"id", "sis user id", "sis login id", "integration id"}
_BRIGHTSPACE_PERSON = {"orgdefinedid", "username", "email", "email address"}
_BLACKBOARD_PERSON = {"username", "student id", "用户名", "学生 id"}
_TRAILING_ID = re.compile(r"\A(.*)\s\((\d+)\)\Z", re.DOTALL)
_BRIGHTSPACE_GRADE = re.compile(r"\A(.*?) Points Grade(?: <.*?MaxPoints:([\d.,]+).*>)?\Z", re.DOTALL)
_BLACKBOARD_GRADE = re.compile(
    r"\A(.*?)\s*\[(?:Total Pts|[^:\]]+):\s*(?:up to\s+)?([\d.,]+)[^\]]*\]\s*\|\d+\Z", re.DOTALL
)
_MOODLE_DECORATION = re.compile(
    r"\A(?:[^:：]{1,30}[:：]\s*)?(.*?)(?:\s*\((?:Real|Percentage|Letter|实际|实分)\))?\Z", re.DOTALL
)


def layout_of(platform: Platform, sheet: Sheet, name: str) -> Layout:
    """Read the file's header. Raises ContentError where a column that the platform's files have is missing."""
    layout = _READERS[platform](sheet)
    missing = (
        "a column with people's ids"
        if not layout.identities
        else ""
        if layout.people
        else "a row with a person"
    )
    if missing:
        found = ", ".join(cell.value.strip() for cell in sheet.rows[0][:12])
        mend = f"Export the file from {platform} again, and name its kind with --format."
        raise ContentError((Problem(name, "row 1", found, missing, mend),))
    return layout


def _canvas(sheet: Sheet) -> Layout:
    header = _header(sheet)
    identities = tuple(n for n, word in enumerate(header) if word in _CANVAS_PERSON)
    last = max([*(n for n, word in enumerate(header) if word == "section"), *identities, 0])
    possible = next(
        (n for n in range(1, len(sheet.rows)) if "points possible" in sheet.value(n, 0).casefold()), None
    )
    grades = []
    for column in range(last + 1, len(header)):
        text = sheet.value(0, column)
        match = _TRAILING_ID.match(text)
        limit = sheet.value(possible, column) if possible is not None else ""
        if "read only" not in limit.casefold():
            grades.append(GradeColumn(column, text, match[1] if match else text, plain_number(limit)))
    start = possible + 1 if possible is not None else 1
    people = tuple(
        n for n in range(start, len(sheet.rows)) if any(sheet.value(n, c).strip() for c in identities)
    )
    return Layout(people, identities, tuple(grades), excused="EX")


def _moodle(sheet: Sheet) -> Layout:
    header = _header(sheet)
    grade, identifier = _place(header, _MOODLE_GRADE), _place(header, _MOODLE_IDENTIFIER)
    people = tuple(n for n in range(1, len(sheet.rows)) if any(cell.value.strip() for cell in sheet.rows[n]))
    if grade is not None and identifier is not None:
        return Layout(
            people,
            (identifier, *(n for n, word in enumerate(header) if word in _MOODLE_PERSON and n != identifier)),
            (GradeColumn(grade, sheet.value(0, grade), sheet.value(0, grade)),),
            feedback=_place(header, _MOODLE_FEEDBACK),
            greatest_of=_place(header, _MOODLE_GREATEST),
            locked=_place(header, _MOODLE_LOCKED),
            single=True,
        )
    identities = tuple(n for n, word in enumerate(header) if word in _MOODLE_PERSON)
    grades = []
    for column, text in enumerate(cell.value for cell in sheet.rows[0]):
        match = _MOODLE_DECORATION.match(text.strip())
        if column not in identities:
            grades.append(GradeColumn(column, text, match[1] if match else text))
    return Layout(people, identities, tuple(grades))


def _brightspace(sheet: Sheet) -> Layout:
    header = _header(sheet)
    identities = tuple(n for n, word in enumerate(header) if word in _BRIGHTSPACE_PERSON)
    grades = []
    for column, text in enumerate(cell.value for cell in sheet.rows[0]):
        match = _BRIGHTSPACE_GRADE.match(text.strip())
        if match:
            grades.append(GradeColumn(column, text, match[1], plain_number(match[2] or "")))
    return Layout(_nonempty(sheet, identities), identities, tuple(grades))


def _blackboard(sheet: Sheet) -> Layout:
    header = _header(sheet)
    identities = tuple(n for n, word in enumerate(header) if word in _BLACKBOARD_PERSON)
    grades = []
    for column, text in enumerate(cell.value for cell in sheet.rows[0]):
        match = _BLACKBOARD_GRADE.match(text.strip())
        if match:
            grades.append(GradeColumn(column, text, match[1], plain_number(match[2])))
    return Layout(_nonempty(sheet, identities), identities, tuple(grades))


_READERS: Mapping[Platform, Callable[[Sheet], Layout]] = {
    Platform.CANVAS: _canvas,
    Platform.MOODLE: _moodle,
    Platform.BRIGHTSPACE: _brightspace,
    Platform.BLACKBOARD: _blackboard,
}


def plain_number(text: str) -> float | None:
    """The number that a cell holds, with a decimal point or comma; None for anything else."""
    stripped = text.strip()
    if not re.fullmatch(r"\d+(?:[.,]\d+)?", stripped):
        return None
    return float(stripped.replace(",", "."))


def is_locked(sheet: Sheet, layout: Layout, row: int) -> bool:
    """Whether the platform says that this row's grade cannot be changed."""
    return layout.locked is not None and sheet.value(row, layout.locked).strip().casefold() in _NO


def _header(sheet: Sheet) -> list[str]:
    return [cell.value.strip().casefold() for cell in sheet.rows[0]]


def _place(header: list[str], words: set[str]) -> int | None:
    return next((n for n, word in enumerate(header) if word in words), None)


def _nonempty(sheet: Sheet, columns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n for n in range(1, len(sheet.rows)) if any(sheet.value(n, c).strip() for c in columns))
