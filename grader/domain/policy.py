"""A course's rules on due dates, late work, several attempts, dropped and excused work, applied to raw
scores.

Raw scores are never changed: a rule yields a `Settled` beside them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

ONE_DAY = timedelta(days=1)


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


@dataclass(frozen=True)
class Policy:
    """The rules of one course. `due_of` is by exercise number; `excused` holds (learner, exercise number
    or None for all).
    """

    due: datetime | None = None
    due_of: Mapping[int, datetime] = field(default_factory=dict)
    late: LateRule = LateRule()
    counts: Counts = Counts.LAST
    drop: int = 0
    excused: frozenset[tuple[str, int | None]] = frozenset()

    def due_at(self, exercise: int, extended_until: datetime | None = None) -> datetime | None:
        """When this exercise is due, for somebody with that extension; an extension never shortens the
        time.
        """
        due = self.due_of.get(exercise, self.due)
        return max(due, extended_until) if due is not None and extended_until is not None else due

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


class Standing(StrEnum):
    """How a score came to count as it does."""

    COUNTED = "counted"
    MISSING = "missing"
    EXCUSED = "excused"
    OVERRIDDEN = "overridden"
    PENDING = "pending"
    """Our own fault kept it from being graded: it costs nobody points."""


@dataclass(frozen=True)
class Settled:
    """One learner's score at one exercise under a policy; `raw` is what the attempt that counts earned.

    `score` None: it does not count. `days_late` are begun days; `why` is what staff wrote about an override.
    """

    standing: Standing
    raw: float | None
    score: float | None
    max_score: float
    days_late: int = 0
    deducted: float = 0.0
    why: str = ""


def settle(
    policy: Policy,
    learner: str,
    exercise: int,
    attempts: Sequence[Attempted],
    max_score: float,
    extended_until: datetime | None = None,
    override: tuple[float, str] | None = None,
) -> Settled:
    """Apply the policy to one learner's attempts at one exercise, oldest first; `override` is (points,
    why).
    """
    due = policy.due_at(exercise, extended_until)
    graded = [
        _with_lateness(policy.late, each, max_score, due) for each in attempts if each.score is not None
    ]
    chosen = _choose(policy.counts, graded)
    raw = chosen.raw if chosen is not None else None
    if override is not None:
        return Settled(
            Standing.OVERRIDDEN,
            raw,
            override[0],
            max_score,
            chosen.days_late if chosen else 0,
            0.0,
            override[1],
        )
    if policy.is_excused(learner, exercise):
        return Settled(Standing.EXCUSED, raw, None, max_score)
    if chosen is not None:
        return chosen
    if attempts:
        return Settled(Standing.PENDING, None, None, max_score)
    return Settled(Standing.MISSING, None, 0.0, max_score)


def total(policy: Policy, settled: Iterable[Settled]) -> tuple[float, float]:
    """(score, greatest score) over what counts, without the `drop` worst by share of their points."""
    counting = [each for each in settled if each.score is not None]
    ordered = sorted(
        counting, key=lambda each: (each.score or 0.0) / each.max_score if each.max_score > 0 else 1.0
    )
    kept = ordered[min(policy.drop, max(0, len(ordered) - 1)) :]  # the last one is never dropped
    return sum(each.score or 0.0 for each in kept), sum(each.max_score for each in kept)


def days_late(submitted_at: datetime | None, late: bool, due: datetime | None, grace_minutes: float) -> int:
    """Begun days after the due time; work marked late by its platform, at a time that nobody knows, is one
    day late.
    """
    if submitted_at is None or due is None:
        return 1 if late and submitted_at is None else 0
    after = submitted_at - due
    return 0 if after <= timedelta(minutes=grace_minutes) else math.ceil(after / ONE_DAY)


def _with_lateness(rule: LateRule, attempt: Attempted, max_score: float, due: datetime | None) -> Settled:
    raw = attempt.score
    assert raw is not None
    days = days_late(attempt.submitted_at, attempt.late, due, rule.grace_minutes)
    if rule.cutoff_days is not None and days > rule.cutoff_days:
        return Settled(Standing.COUNTED, raw, 0.0, max_score, days, raw)
    share = min(rule.cap, days * rule.per_day)
    deducted = min(raw, share * (max_score if rule.of is Share.MAX_SCORE else raw))
    score = max(0.0, round(raw - deducted, 6)) if deducted > 0 else raw
    return Settled(Standing.COUNTED, raw, score, max_score, days, round(deducted, 6))


def _choose(counts: Counts, graded: Sequence[Settled]) -> Settled | None:
    if not graded:
        return None
    if counts is Counts.LAST:
        return graded[-1]
    return max(graded, key=lambda each: each.score or 0.0)
