"""Times of submission that come from elsewhere than the platform's own names: a list of times, a worksheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path

from grader.domain.classroom import IntakeRemark, RosterPerson
from grader.domain.errors import ContentError, Problem
from grader.intake.headers import EMAILS, EXERCISES, TIMES
from grader.intake.moment import read_moment
from grader.intake.roster import ids_of, plain_id
from grader.intake.table import Table, read_table

Key = tuple[str, int | None]


@dataclass(frozen=True)
class SubmissionTimes:
    """Times by (id, folded; exercise number or None for all); `names` are the ids as they are written."""

    moments: Mapping[Key, datetime] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[IntakeRemark, ...] = ()

    def of(self, ids: Sequence[str], exercise: int | None) -> datetime | None:
        """The time for a person known by these ids: that of the exercise, else the one for all of them."""
        for number in dict.fromkeys((exercise, None)):
            for each in ids:
                moment = self.moments.get((each.casefold(), number))
                if moment is not None:
                    return moment
        return None

    def unused(self, known: Sequence[str]) -> tuple[str, ...]:
        """The ids that belong to nobody whose ids are `known`."""
        folded = {each.casefold() for each in known}
        return tuple(name for fold, name in self.names.items() if fold not in folded)


def read_times(path: Path, zone: tzinfo, encoding: str | None = None) -> SubmissionTimes:
    """Read a CSV file with a column of ids, one of times, and maybe one of exercise numbers.

    Times without a zone are in `zone`. Raises UsageError for a file that cannot be read, ContentError with every row
    that has no id, no time that can be read, or a second time for the same work.
    """
    table = read_table(path, encoding)
    columns, times = table.columns((*ids_of(table), *EMAILS)), table.columns(TIMES)
    if not columns or not times:
        expected = "a column of ids, such as ID, Username or 学号, and one of times, such as Time or 提交时间"
        found = ", ".join(table.header[:12]) or "no header"
        raise ContentError((Problem(str(path), "row 1", found, expected, "Name both in the first row."),))
    moments: dict[Key, datetime] = {}
    names: dict[str, str] = {}
    problems: list[Problem] = []
    for number, row in table.rows:
        ids = [plain_id(row[column]) for column in columns if column < len(row) and row[column].strip()]
        written, exercise = table.cell(row, TIMES), table.cell(row, EXERCISES)
        moment = read_moment(written, zone)
        problem = _problem(table, number, ids, written, moment, exercise)
        if problem is not None:
            problems.append(problem)
        elif moment is not None:
            for each in ids:
                names.setdefault(each.casefold(), each)
                if moments.setdefault((each.casefold(), _number(exercise)), moment) != moment:
                    problems.append(_twice(table, number, each))
    if problems:
        raise ContentError(tuple(problems))
    return SubmissionTimes(moments, names, table.remarks)


def times_of_worksheet(roster: Sequence[RosterPerson]) -> SubmissionTimes:
    """The times that a worksheet given as roster tells."""
    return SubmissionTimes(
        {
            (each.casefold(), None): person.submitted_at
            for person in roster
            if person.submitted_at is not None
            for each in person.ids
        }
    )


def _problem(
    table: Table, number: int, ids: Sequence[str], written: str, moment: datetime | None, exercise: str
) -> Problem | None:
    if not ids:
        return table.fault(number, "no id", "an id in each row", "Fill in the id.")
    if written in ("", "-", "–"):
        return None
    if moment is None:
        mend = "Write it like 2026-10-01 23:59, with an offset (+08:00) or in the policy's zone."
        return table.fault(number, repr(written[:60]), "a time that can mean one moment only", mend)
    if exercise and _number(exercise) is None:
        return table.fault(number, repr(exercise[:60]), "the number of an exercise", "Write 3, for example.")
    return None


def _number(exercise: str) -> int | None:
    """The number in "3", "ex03" or "Exercise 3"; None for no text and for any other."""
    found = re.fullmatch(r"\D{0,12}?0*(\d{1,3})(?:_.*)?", exercise)
    return int(found[1]) if found else None


def _twice(table: Table, number: int, name: str) -> Problem:
    return table.fault(
        number, f"a second time for {name!r}", "one time for each work", "Remove one of the rows."
    )
