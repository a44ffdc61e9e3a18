"""Who needs help: signals from scores, verdicts, beliefs, the most urgent person first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from grader.domain.text import Text
from grader.reports.class_report import ClassReport, LearnerFacts
from grader.reports.gradebook import GradeRow

LOW_SHARE = 0.5


class Signal(StrEnum):
    """A reason to talk to somebody."""

    NOTHING = "nothing"
    STUCK = "stuck"
    REPEATED = "repeated"
    UNREADABLE = "unreadable"
    CRASHED = "crashed"
    VOID = "void"
    BEHIND = "behind"


SIGNALS = {
    Signal.NOTHING: Text("handed in nothing", "什么都没交"),
    Signal.STUCK: Text("several tries, not accepted", "多次提交仍未通过"),
    Signal.REPEATED: Text("one belief in several places", "同一误解多处出现"),
    Signal.UNREADABLE: Text("file cannot be graded", "文件无法评分"),
    Signal.CRASHED: Text("code does not run to its end", "代码没能运行完"),
    Signal.VOID: Text("submission void", "提交作废"),
    Signal.BEHIND: Text("below half of the points", "得分不到一半"),
}
_WEIGHTS = {
    Signal.NOTHING: 100,
    Signal.STUCK: 60,
    Signal.REPEATED: 50,
    Signal.UNREADABLE: 45,
    Signal.CRASHED: 40,
    Signal.VOID: 30,
    Signal.BEHIND: 40,
}


@dataclass(frozen=True)
class Need:
    """One reason with what it is about: exercise numbers, or the ids of misconceptions."""

    signal: Signal
    exercises: tuple[int, ...] = ()
    beliefs: tuple[str, ...] = ()


@dataclass(frozen=True)
class PersonInNeed:
    """A person (by the place in the book's rows) and the reasons, the gravest first."""

    row: int
    needs: tuple[Need, ...]
    urgency: float


def people_in_need(report: ClassReport) -> tuple[PersonInNeed, ...]:
    """Everybody for whom a signal stands, the most urgent first, equal ones in the book's order."""
    found = []
    for place, row in enumerate(report.book.rows):
        needs = tuple(_needs(row, report.facts.get(row.learner.key, LearnerFacts())))
        if needs:
            weight = sum(_WEIGHTS[need.signal] * (1 + 0.25 * (_size(need) - 1)) for need in needs)
            found.append(PersonInNeed(place, needs, weight + 50 * (1 - (row.share or 0.0))))
    return tuple(sorted(found, key=lambda person: -person.urgency))


def _needs(row: GradeRow, facts: LearnerFacts) -> Iterator[Need]:
    if not row.handed_in and row.total <= 0 and row.max_total > 0:
        yield Need(Signal.NOTHING)
        return
    if facts.stuck:
        yield Need(Signal.STUCK, facts.stuck)
    repeated = tuple(belief for belief, places in facts.beliefs.items() if len(places) > 1)
    if repeated:
        yield Need(Signal.REPEATED, beliefs=repeated)
    if facts.unreadable:
        yield Need(Signal.UNREADABLE, facts.unreadable)
    if facts.crashed:
        yield Need(Signal.CRASHED, facts.crashed)
    if facts.void:
        yield Need(Signal.VOID, facts.void)
    if row.share is not None and row.share < LOW_SHARE:
        yield Need(Signal.BEHIND)


def _size(need: Need) -> int:
    return max(1, len(need.exercises) + len(need.beliefs))
