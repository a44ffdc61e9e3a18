"""A class's roster: a CSV file from anywhere, joined with the submissions by ids and never by names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.domain.classroom import RosterPerson
from grader.domain.errors import ContentError, Problem, UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.intake.names import clean_name

_MAX_BYTES = 64 * 1024 * 1024
_IDS = (
    "sis user id",
    "student id",
    "orgdefinedid",
    "sid",
    "学号",
    "id",
    "identifier",
    "id number",
    "idnumber",
    "username",
    "user name",
    "sis login id",
    "login",
    "login id",
    "user",
    "用户名",
    "github_id",
    "canvas id",
    "moodle id",
    "participant",
    "email",
    "email address",
    "e-mail",
    "邮箱",
)
_EMAILS = ("email", "email address", "e-mail", "邮箱", "电子邮件")
_NAMES = ("name", "full name", "student", "student name", "姓名")
_FIRST_NAMES = ("first_name", "first name", "given name", "名")
_LAST_NAMES = ("last_name", "last name", "surname", "family name", "姓")
_SECTIONS = ("section", "class", "班级", "课堂")
_GROUPS = ("group", "team", "小组", "组")


@dataclass(frozen=True)
class RosterJoin:
    """Who is who: learner keys of the submissions -> people, and those of either side who found nobody.

    A key that is a group's name has all the group's people; any other has one.
    """

    people: Mapping[str, tuple[RosterPerson, ...]]
    without_submission: tuple[RosterPerson, ...]
    without_person: tuple[str, ...]


def read_roster(path: Path) -> tuple[RosterPerson, ...]:
    """Read a roster; columns are known by their headers, in English or Chinese, in any order.

    Raises UsageError for a file that cannot be read, ContentError for rows without an id and ids given twice.
    """
    try:
        with path.open("rb") as file:
            body = file.read(_MAX_BYTES + 1)
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{path} cannot be read: {why.en}", f"无法读取 {path}：{why.zh}"),
            Text("name a CSV file", "请指定一个 CSV 文件"),
        ) from error
    if len(body) > _MAX_BYTES:
        raise UsageError(
            Text(
                f"{path} is over {_MAX_BYTES // 1024 // 1024} MiB",
                f"{path} 超过 {_MAX_BYTES // 1024 // 1024} MiB",
            ),
            Text("name a CSV file of the class", "请指定本班的 CSV 名单"),
        )
    rows = _rows(_decoded(body))
    header = [cell.strip().casefold() for cell in rows[0]] if rows else []
    columns = [header.index(name) for name in _IDS if name in header]
    if not columns:
        raise ContentError((_no_id_column(path, header),))
    problems: list[Problem] = []
    people: list[RosterPerson] = []
    owners: dict[str, int] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        person = _person(row, header, columns)
        if person is None:
            problems.append(
                Problem(str(path), f"row {number}", "no id", "an id in each row", "Fill in the id.")
            )
            continue
        people.append(person)
        for each in person.ids:
            if owners.setdefault(each.casefold(), number) != number:
                place, first = f"row {number}", owners[each.casefold()]
                problems.append(
                    Problem(
                        str(path),
                        place,
                        f"{each!r} again",
                        f"ids of one row each (row {first})",
                        "Remove one of the rows.",
                    )
                )
    if problems:
        raise ContentError(tuple(problems))
    return tuple(people)


def join_roster(learners: Iterable[tuple[str, str]], roster: Sequence[RosterPerson]) -> RosterJoin:
    """Join (key, name) pairs of submissions with a roster: by id, or for a group's work by its name."""
    by_id = {each.casefold(): person for person in roster for each in person.ids}
    by_group: dict[str, list[RosterPerson]] = {}
    for person in roster:
        if person.group:
            by_group.setdefault(person.group.casefold(), []).append(person)
    people: dict[str, tuple[RosterPerson, ...]] = {}
    strangers: list[str] = []
    for key, name in dict.fromkeys(learners):
        found = by_id.get(key.casefold())
        members = (found,) if found is not None else tuple(by_group.get(name.casefold(), ()))
        if members:
            people[key] = members
        elif key not in strangers:
            strangers.append(key)
    present = {person.key for members in people.values() for person in members}
    absent = tuple(person for person in roster if person.key not in present)
    return RosterJoin(people, absent, tuple(strangers))


def _decoded(body: bytes) -> str:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", "replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("gb18030", "replace")  # what a Chinese Excel writes


def _rows(text: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]


def _no_id_column(path: Path, header: Sequence[str]) -> Problem:
    found = ", ".join(header[:12]) or "no header"
    expected = "a column of ids, such as ID, Student ID, Username, Email or 学号"
    return Problem(str(path), "row 1", found, expected, "Name the column of ids in the first row.")


def _person(row: Sequence[str], header: Sequence[str], columns: Sequence[int]) -> RosterPerson | None:
    def cell(names: Sequence[str]) -> str:
        for name in names:
            if name in header and header.index(name) < len(row) and row[header.index(name)].strip():
                return row[header.index(name)].strip()
        return ""

    values = [_plain_id(row[column]) for column in columns if column < len(row)]
    ids = tuple(dict.fromkeys(value for value in values if value))
    if not ids:
        return None
    first, last = cell(_FIRST_NAMES), cell(_LAST_NAMES)
    is_chinese = any("\u4e00" <= char <= "\u9fff" for char in first + last)
    joined = f"{last}{first}" if is_chinese else f"{first} {last}".strip()
    name = cell(_NAMES) or joined
    shown = clean_name(name) if name else ""
    return RosterPerson(ids[0], ids, shown, cell(_SECTIONS), cell(_EMAILS), cell(_GROUPS))


def _plain_id(cell: str) -> str:
    """Return the id itself: Brightspace writes `#id`, Moodle "Participant 12"."""
    text = cell.strip().removeprefix("#")
    head, _, number = text.rpartition(" ")
    return number if head and number.isdigit() and not any(char.isdigit() for char in head) else text
