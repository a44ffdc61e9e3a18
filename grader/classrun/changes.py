"""Whose score changed between two gradings, with the cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.domain.policy import Counts
from grader.domain.record import ClassResult
from grader.domain.verdict import Verdict


class Cause(StrEnum):
    """What was different when a score was given anew."""

    SOURCE = "source"
    COURSE = "course"
    GRADER = "grader"
    SEED = "seed"
    NOTHING = "nothing"
    """All was the same: the submission itself does not always do the same (or ran near a limit)."""


@dataclass(frozen=True)
class Change:
    """One learner's new score at one exercise, beside the one that it replaces.

    `counts` is the score of the attempt that counts now, before any late rule.
    """

    learner: str
    exercise_id: str
    before: float
    after: float
    causes: tuple[Cause, ...]
    counts: float


def find_change(
    former: ClassResult | None, result: ClassResult, counting: Counts = Counts.LAST
) -> Change | None:
    """The change of a score; None where there was none, or nothing to compare with. A fault of ours is no score."""
    if former is None or Verdict.INTERNAL_ERROR in (former.verdict, result.verdict):
        return None
    counts = _counting(result, counting)
    if former.score == result.score and _counting(former, counting) == counts:
        return None
    differs = {
        Cause.SOURCE: former.submission_digest != result.submission_digest,
        Cause.COURSE: former.course_digest != result.course_digest,
        Cause.GRADER: former.result.grade.grader_version != result.result.grade.grader_version,
        Cause.SEED: former.seed != result.seed,
    }
    causes = tuple(cause for cause, is_different in differs.items() if is_different) or (Cause.NOTHING,)
    return Change(result.learner, result.exercise_id, former.score, result.score, causes, counts)


def _counting(result: ClassResult, counting: Counts) -> float:
    """The raw score of the attempt that counts."""
    if counting is Counts.LAST:
        return result.score
    return max([result.score, *(each.score for each in result.attempts)])
