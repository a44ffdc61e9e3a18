"""The result of a submission that was not run: an untouched stub, an unreadable file, a fault of ours."""

from __future__ import annotations

from grader import __version__
from grader.domain.exercise import MAX_SCORE, Exercise
from grader.domain.result import GradeResult
from grader.domain.verdict import Confinement, Verdict


def unrun(
    exercise: Exercise, submission_digest: str, course_digest: str, seed: int, verdict: Verdict
) -> GradeResult:
    """A result of that verdict without points and without checks."""
    return GradeResult(
        exercise_number=exercise.number,
        exercise_id=exercise.id,
        verdict=verdict,
        score=0.0,
        max_score=MAX_SCORE,
        seed=seed,
        confinement=Confinement.NONE,
        checks=(),
        diagnoses=(),
        submission_digest=submission_digest,
        course_digest=course_digest,
        grader_version=__version__,
        seconds=0.0,
    )
