"""A class's roster: a table from anywhere whose rows are people, known by ids, never by names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path

from grader.domain.classroom import IntakeRemark, RemarkKind, RosterPerson
from grader.domain.errors import ContentError, Problem
from grader.intake.headers import (
    EMAILS,
    FIRST_NAMES,
    GROUPS,
    IDS,
    LAST_NAMES,
    NAMES,
    SECTIONS,
    WORKSHEET_TIMES,
)
from grader.intake.moment import read_moment
from grader.intake.names import clean_id, clean_name
from grader.intake.table import Table, read_table

_ROUNDED = re.compile(r"\d(?:[.,]\d+)?e\+?\d+", re.IGNORECASE)
_NO_TIME = ("", "-", "–")
_TEST_STUDENT = "student, test"


@dataclass(frozen=True)
class Roster:
    """The people of a class, and what staff should know about how they were read."""

    people: tuple[RosterPerson, ...] = ()
    remarks: tuple[IntakeRemark, ...] = ()


def read_roster(path: Path, zone: tzinfo = UTC, encoding: str | None = None) -> Roster:
    """Read a roster; columns are known by their headers, in any order: a platform's grade book or worksheet will do.

    `zone` is that of times in a worksheet. Raises UsageError for a file that cannot be read, ContentError with all
    rows that lack an id, repeat one, or have only ids that a spreadsheet rounded.
    """
    table = read_table(path, encoding)
    columns = table.columns((*ids_of(table), *EMAILS))
    if not columns:
        raise ContentError((_no_id_column(table),))
    reading = _Reading(table, columns, zone)
    people = tuple(reading.people())
    if reading.problems:
        raise ContentError(tuple(reading.problems))
    return Roster(people, (*table.remarks, *reading.remarks))


class _Reading:
    """One pass over a roster's rows: people come out, faults and remarks are gathered."""

    def __init__(self, table: Table, columns: tuple[int, ...], zone: tzinfo) -> None:
        self.table = table
        self.columns = columns
        self.zone = zone
        self.problems: list[Problem] = []
        self.remarks: list[IntakeRemark] = []
        self._owners: dict[str, int] = {}

    def people(self) -> Iterator[RosterPerson]:
        is_canvas = _is_canvas(self.table)
        for number, row in self.table.rows:
            ids = self._ids(row)
            if is_canvas and (not ids or _is_no_person(row)):
                continue
            rounded = [
                row[c].strip() for c in self.columns if c < len(row) and _ROUNDED.fullmatch(row[c].strip())
            ]
            if not ids:
                self.problems.append(self._without_id(number, rounded))
                continue
            self.remarks += [IntakeRemark(RemarkKind.IDS_ROUNDED, each, next(iter(ids))) for each in rounded]
            self._check_owners(number, ids)
            yield self._person(row, ids)

    def _ids(self, row: tuple[str, ...]) -> dict[str, str]:
        """The row's ids, each with the header of its column; what a spreadsheet rounded is none."""
        found: dict[str, str] = {}
        for column in self.columns:
            cell = plain_id(row[column]) if column < len(row) else ""
            if cell and not _ROUNDED.fullmatch(cell):
                found.setdefault(cell, self.table.header[column])
        return found

    def _without_id(self, number: int, rounded: list[str]) -> Problem:
        if rounded:
            return self.table.fault(
                number,
                f"{', '.join(rounded)}, an id that was rounded by a spreadsheet",
                "the id with all its digits",
                "Format the column as text before the ids are put in, and export it anew.",
            )
        return self.table.fault(number, "no id", "an id in each row", "Fill in the id.")

    def _check_owners(self, number: int, ids: dict[str, str]) -> None:
        for each in ids:
            first = self._owners.setdefault(each.casefold(), number)
            if first != number:
                expected = f"ids of one row each (row {first})"
                self.problems.append(
                    self.table.fault(number, f"{each!r} again", expected, "Remove one of the rows.")
                )

    def _person(self, row: tuple[str, ...], ids: dict[str, str]) -> RosterPerson:
        cell = self.table.cell
        key = next(iter(ids))
        written = cell(row, WORKSHEET_TIMES)
        submitted_at = read_moment(written, self.zone)
        if submitted_at is None and written not in _NO_TIME:
            self.remarks.append(IntakeRemark(RemarkKind.TIME_UNREADABLE, key, clean_name(written)))
        email = clean_id(cell(row, EMAILS))
        section, group = (clean_id(cell(row, names)) for names in (SECTIONS, GROUPS))
        return RosterPerson(
            key, tuple(ids), _name(self.table, row), section, email, group, tuple(ids.values()), submitted_at
        )


def plain_id(cell: str) -> str:
    """The id itself: Brightspace writes `#id`, Moodle "Participant 12", some programs 12.0."""
    text = clean_id(cell).removeprefix("#")
    if re.fullmatch(r"\d+\.0", text):
        return text.removesuffix(".0")
    head, _, number = text.rpartition(" ")
    return number if head and number.isdigit() and not any(char.isdigit() for char in head) else text


def ids_of(table: Table) -> tuple[str, ...]:
    """The headers of ids that a table has; "Student" heads names in a grade book and ids in a list of two columns."""
    return IDS if len(table.columns(IDS)) == 1 else tuple(name for name in IDS if name != "student")


def _is_canvas(table: Table) -> bool:
    return table.header[:1] == ("student",) and {"id", "section"} <= set(table.header)


def _is_no_person(row: tuple[str, ...]) -> bool:
    first = row[0].strip().casefold()
    return "points possible" in first or first == _TEST_STUDENT


def _no_id_column(table: Table) -> Problem:
    found = ", ".join(table.header[:12]) or "no header"
    expected = "a column of ids, such as ID, Student ID, Username, Email or 学号"
    return Problem(str(table.path), "row 1", found, expected, "Name the column of ids in the first row.")


def _name(table: Table, row: tuple[str, ...]) -> str:
    first, last = table.cell(row, FIRST_NAMES), table.cell(row, LAST_NAMES)
    is_chinese = any("\u4e00" <= char <= "\u9fff" for char in first + last)
    joined = f"{last}{first}" if is_chinese else f"{first} {last}".strip()
    name = table.cell(row, NAMES) or joined
    return clean_name(name) if name else ""
