"""What is kept of a grading beside its score: what it found, or why there was nothing to grade."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from grader.domain.classroom import IntakeProblem
from grader.domain.result import GradeResult
from grader.domain.verdict import Verdict


@dataclass(frozen=True)
class StoredResult:
    """All that was found in one hand-in of a class run.

    `intake` says why nothing could be graded, None where something was.
    """

    grade: GradeResult
    intake: IntakeProblem | None = None


@dataclass(frozen=True)
class EarlierAttempt:
    """A hand-in that a later one replaced; it counts where the policy says that the best one does.

    `grade` is what was found in it, whole, None where it can never be the best one, and in what earlier versions kept.
    Times are aware, in UTC.
    """

    score: float
    verdict: Verdict
    submission_digest: str | None = None
    submitted_at: datetime | None = None
    graded_at: datetime | None = None
    late: bool = False
    file_name: str = ""
    grade: GradeResult | None = None
