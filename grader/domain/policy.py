"""A course's rules on due dates, late work, several attempts, dropped or excused work, applied to raw scores.

Raw scores are never changed: a rule yields a `Settled` beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from grader.domain.wall_clock import begun_days


class Counts(StrEnum):
    """Which of several attempts counts."""

    BEST = "best"
    LAST = "last"


class Share(StrEnum):
    """What a late day's share is taken of: the points that could be had, or those that were."""

    MAX_SCORE = "max_score"
    SCORE = "score"


@dataclass(frozen=True)
class LateRule:
    """What a begun day after the due time costs, as a share from 0 to 1, at most `cap` in all.

    Within `grace_minutes` nothing is lost; after them days count from the due time. Nothing counts that
    comes more than `cutoff_days` late (None: all counts).
    """

    per_day: float = 0.0
    cap: float = 1.0
    grace_minutes: float = 0.0
    of: Share = Share.MAX_SCORE
    cutoff_days: int | None = None

    @property
    def costs(self) -> bool:
        """Whether late work can lose anything."""
        return self.per_day > 0 or self.cutoff_days is not None


@dataclass(frozen=True)
class Policy:
    """The rules of one course. `due_of` is by exercise number; `excused` holds (learner, exercise number
    or None for all).

    `zone` is where days begin and what times without a zone are in; None: the zone of the due time itself.
    `prefer` are patterns of the files that count where a learner handed in several for one exercise.
    """

    due: datetime | None = None
    due_of: Mapping[int, datetime] = field(default_factory=dict)
    late: LateRule = LateRule()
    counts: Counts = Counts.LAST
    drop: int = 0
    excused: frozenset[tuple[str, int | None]] = frozenset()
    zone: tzinfo | None = None
    prefer: tuple[str, ...] = ()

    def due_at(self, exercise: int, extended_until: datetime | None = None) -> datetime | None:
        """When this exercise is due, for somebody with that extension; an extension never shortens the time."""
        due = self.due_of.get(exercise, self.due)
        return max(due, extended_until) if due is not None and extended_until is not None else due

    def clock_of(self, exercise: int) -> tzinfo:
        """The zone whose wall clock begins and ends the days of this exercise."""
        due = self.due_of.get(exercise, self.due)
        return self.zone or (due.tzinfo if due is not None else None) or UTC

    @property
    def reading_zone(self) -> tzinfo:
        """The zone of times that are written without one: the policy's own, else that of its first due time."""
        dues = [due for due in (self.due, *self.due_of.values()) if due is not None]
        return self.zone or (dues[0].tzinfo if dues else None) or UTC

    def wants_time(self, exercise: int) -> bool:
        """Whether this exercise has a due time after which work loses something."""
        return self.late.costs and self.due_at(exercise) is not None

    def is_excused(self, learner: str, exercise: int) -> bool:
        """Whether this exercise does not count for this learner."""
        return (learner, exercise) in self.excused or (learner, None) in self.excused


@dataclass(frozen=True)
class Attempted:
    """A raw score as it was earned: when, and whether the platform marked it as late. `score` None: a
    fault of ours.
    """

    score: float | None
    submitted_at: datetime | None = None
    late: bool = False


class Basis(StrEnum):
    """How a score came to count as it does."""

    COUNTED = "counted"
    MISSING = "missing"
    EXCUSED = "excused"
    OVERRIDDEN = "overridden"
    PENDING = "pending"
    """Our own fault kept it from being graded: it stays open, among the points that can be had."""


class Timing(StrEnum):
    """What a late rule had to go by."""

    KNOWN = "known"
    """The time of the submission; also where no rule asks for it."""
    ONLY_LATE = "only_late"
    """The platform's word "late" and no time: one begun day is counted, and no further ones are invented."""
    UNKNOWN = "unknown"
    """Nothing: the late rule was not applied."""


@dataclass(frozen=True)
class Settled:
    """One learner's score at one exercise under a policy; `raw` is what the attempt that counts earned.

    `score` None: it does not count, or not yet. `days_late` are begun days; `why` is what staff wrote about an
    override. `attempt` is the place of the attempt that counts among those given, None where none does.
    """

    basis: Basis
    raw: float | None
    score: float | None
    max_score: float
    days_late: int = 0
    deducted: float = 0.0
    why: str = ""
    timing: Timing = Timing.KNOWN
    attempt: int | None = None


@dataclass(frozen=True)
class _Terms:
    """What lateness is measured by: the rule, the due time with any extension, the zone of its clock."""

    rule: LateRule
    max_score: float
    due: datetime | None
    clock: tzinfo
    is_extended: bool


def settle(
    policy: Policy,
    learner: str,
    exercise: int,
    attempts: Sequence[Attempted],
    max_score: float,
    extended_until: datetime | None = None,
    override: tuple[float, str] | None = None,
) -> Settled:
    """Apply the policy to one learner's attempts at one exercise, oldest first; `override` is (points, why)."""
    due, usual = policy.due_at(exercise, extended_until), policy.due_at(exercise)
    is_extended = extended_until is not None and (usual is None or extended_until > usual)
    terms = _Terms(policy.late, max_score, due, policy.clock_of(exercise), is_extended)
    graded = [
        _with_lateness(terms, each, place) for place, each in enumerate(attempts) if each.score is not None
    ]
    chosen = _choose(policy.counts, graded)
    raw = chosen.raw if chosen is not None else None
    place = chosen.attempt if chosen is not None else None
    if override is not None:
        days = chosen.days_late if chosen else 0
        points, why = override
        return Settled(Basis.OVERRIDDEN, raw, points, max_score, days, 0.0, why, attempt=place)
    if policy.is_excused(learner, exercise):
        return Settled(Basis.EXCUSED, raw, None, max_score, attempt=place)
    if chosen is not None:
        return chosen
    if attempts:
        return Settled(Basis.PENDING, None, None, max_score)
    return Settled(Basis.MISSING, None, 0.0, max_score)


def total(policy: Policy, settled: Iterable[Settled]) -> tuple[float, float]:
    """(score, greatest score) over what counts, without the `drop` worst by share of their points.

    What waits for us stays among the points that can be had and is never dropped: a fault of ours raises no
    percentage, and the total can only grow when it is mended.
    """
    listed = list(settled)
    waiting = sum(each.max_score for each in listed if each.basis is Basis.PENDING)
    counting = [each for each in listed if each.score is not None]
    ordered = sorted(
        counting, key=lambda each: (each.score or 0.0) / each.max_score if each.max_score > 0 else 1.0
    )
    droppable = len(ordered) - (0 if waiting else 1)  # the last one is never dropped
    kept = ordered[min(policy.drop, max(0, droppable)) :]
    return sum(each.score or 0.0 for each in kept), sum(each.max_score for each in kept) + waiting


def days_late(
    submitted_at: datetime | None,
    late: bool,
    due: datetime | None,
    grace_minutes: float,
    clock: tzinfo = UTC,
) -> int:
    """Begun days after the due time, on the wall clock of `clock`; work that its platform marked as late, at a time
    that nobody knows, is one day late.
    """
    if submitted_at is None or due is None:
        return 1 if late and submitted_at is None else 0
    after = submitted_at.astimezone(UTC) - due.astimezone(UTC)
    if after <= timedelta(minutes=grace_minutes):
        return 0
    return begun_days(due, submitted_at, clock)


def _with_lateness(terms: _Terms, attempt: Attempted, place: int) -> Settled:
    rule, raw = terms.rule, attempt.score or 0.0
    is_marked = attempt.late and not terms.is_extended  # the mark knows nothing of our extension
    days = days_late(attempt.submitted_at, is_marked, terms.due, rule.grace_minutes, terms.clock)
    timing = Timing.KNOWN
    if attempt.submitted_at is None and rule.costs and (is_marked or terms.due is not None):
        timing = Timing.ONLY_LATE if attempt.late else Timing.UNKNOWN
    if rule.cutoff_days is not None and days > rule.cutoff_days:
        return Settled(Basis.COUNTED, raw, 0.0, terms.max_score, days, raw, "", timing, place)
    share = min(rule.cap, days * rule.per_day)
    deducted = min(raw, share * (terms.max_score if rule.of is Share.MAX_SCORE else raw))
    score = max(0.0, round(raw - deducted, 6)) if deducted > 0 else raw
    return Settled(Basis.COUNTED, raw, score, terms.max_score, days, round(deducted, 6), "", timing, place)


def _choose(counts: Counts, graded: Sequence[Settled]) -> Settled | None:
    if not graded:
        return None
    if counts is Counts.LAST:
        return graded[-1]
    return max(reversed(graded), key=lambda each: each.score or 0.0)  # of equal ones the newest
