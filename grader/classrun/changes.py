"""Whose score changed between two gradings, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.domain.record import ClassResult


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
    """One learner's new score at one exercise, beside the one that it replaces."""

    learner: str
    exercise_id: str
    before: float
    after: float
    causes: tuple[Cause, ...]


def find_change(former: ClassResult | None, result: ClassResult) -> Change | None:
    """The change of a score; None where there was none, or nothing to compare with."""
    if former is None or former.score == result.score:
        return None
    differs = {
        Cause.SOURCE: former.submission_digest != result.submission_digest,
        Cause.COURSE: former.course_digest != result.course_digest,
        Cause.GRADER: former.result.grade.grader_version != result.result.grade.grader_version,
        Cause.SEED: former.seed != result.seed,
    }
    causes = tuple(cause for cause, is_different in differs.items() if is_different)
    return Change(result.learner, result.exercise_id, former.score, result.score, causes or (Cause.NOTHING,))
