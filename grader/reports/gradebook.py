"""A class's scores as every report reads them: a row a person, a score an exercise, the rules applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from grader.domain.classroom import ONLY_FILE, FileChoice
from grader.domain.policy import Basis, Policy, Settled, Timing
from grader.domain.record import Learner
from grader.domain.text import Text
from grader.domain.verdict import Verdict
from grader.reports.ungradable_words import reason_of


@dataclass(frozen=True)
class ExerciseColumn:
    """An exercise of the run."""

    number: int
    id: str
    title: Text
    max_score: float


@dataclass(frozen=True)
class Score:
    """One person's score at one exercise; `verdict` None: nothing was handed in.

    `attempts` counts the hand-ins, this one included; `extended_until` is an extension's time. `file_name` is what was
    graded, `choice` tells of the learner's other files. `newest` is the newest hand-in's (verdict, score) where an
    earlier one counts. `is_open`: the newest hand-in could not be judged by our fault, and nobody has decided yet.
    `reason` is the kind of fault for which the hand-in cannot be graded, "" where it can.
    """

    verdict: Verdict | None
    settled: Settled
    submitted_at: datetime | None = None
    extended_until: datetime | None = None
    attempts: int = 0
    file_name: str = ""
    choice: FileChoice = ONLY_FILE
    newest: tuple[Verdict, float] | None = None
    is_open: bool = False
    reason: str = ""

    @property
    def handed_in(self) -> bool:
        """Whether something other than the untouched stub was handed in."""
        return self.verdict not in (None, Verdict.NOT_ATTEMPTED)


@dataclass(frozen=True)
class GradeRow:
    """One person with a score an exercise, in the columns' order, and the total that counts."""

    learner: Learner
    scores: tuple[Score, ...]
    total: float
    max_total: float

    @property
    def share(self) -> float | None:
        """The total as a share from 0 to 1, None where nothing counts."""
        return self.total / self.max_total if self.max_total > 0 else None

    @property
    def handed_in(self) -> bool:
        """Whether anything was handed in at all."""
        return any(score.handed_in for score in self.scores)


@dataclass(frozen=True)
class GradeBook:
    """The scores of a run. `anonymous`: names are pseudonyms, and nothing that staff wrote is in it."""

    run_id: str
    label: str
    seed: int
    graded_at: datetime
    finished: bool
    grader_version: str
    course_digest: str
    policy: Policy
    columns: tuple[ExerciseColumn, ...]
    rows: tuple[GradeRow, ...]
    anonymous: bool = False

    @property
    def max_total(self) -> float:
        """The points that can be had in all."""
        return sum(column.max_score for column in self.columns)

    def column_of(self, number: int) -> int:
        """The place of an exercise among the columns. Raises KeyError for one that the run has not."""
        for place, column in enumerate(self.columns):
            if column.number == number:
                return place
        raise KeyError(number)


TIMINGS: Mapping[Timing, str] = {
    Timing.UNKNOWN: "no time known, late rule not applied",
    Timing.ONLY_LATE: "marked late, time not known",
}
"""What a table says where a late rule had no time to go by."""


def remark(score: Score) -> str:
    """What is special about a score, in words for machines: "late 2 days: -2", "overridden: oral exam".

    Empty for a score that counts as it was earned.
    """
    settled = score.settled
    parts: list[str] = [f"cannot be graded: {reason_of(score.reason).en}"] if score.reason else []
    if settled.basis is not Basis.COUNTED:
        parts.append(str(settled.basis) + (f": {settled.why}" if settled.why else ""))
    if settled.basis is Basis.COUNTED and score.is_open:
        parts.append("open: an earlier hand-in counts meanwhile")
    elif score.newest is not None:
        verdict, points = score.newest
        parts.append(f"an earlier hand-in counts, the newest: {verdict} {points:g}")
    if settled.days_late:
        plural = "s" if settled.days_late != 1 else ""
        lost = f": -{settled.deducted:g}" if settled.deducted else ""
        parts.append(f"late {settled.days_late} day{plural}{lost}")
    if settled.timing is not Timing.KNOWN:
        parts.append(TIMINGS[settled.timing])
    if score.extended_until is not None:
        parts.append(f"extended until {score.extended_until.isoformat()}")
    if score.choice.kept:
        others = len(score.choice.kept)
        parts.append(f"graded {score.file_name}, {others} other file{'s' if others != 1 else ''} not graded")
    return "; ".join(parts)


def status(score: Score) -> str:
    """The verdict's word, "missing" where nothing was handed in."""
    return str(score.verdict) if score.verdict is not None else str(Basis.MISSING)


def ungradable(book: GradeBook) -> Iterator[str]:
    """The kinds of fault of all scores that cannot be graded."""
    yield from (score.reason for row in book.rows for score in row.scores if score.reason)


def named(rows: tuple[GradeRow, ...]) -> Mapping[str, GradeRow]:
    """The rows by their person's key."""
    return {row.learner.key: row for row in rows}
