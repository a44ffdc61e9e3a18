"""Rows of a class run: what is kept of a hand-in, graded, copied from an identical one, or never run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from grader.classrun.engine import Answer
from grader.domain.classroom import Handin
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.result import Failure, GradeResult
from grader.domain.stored_result import StoredResult
from grader.domain.verdict import Verdict
from grader.grading.unrun import unrun


@dataclass(frozen=True)
class GradedUnder:
    """Under what a result holds: the exercise, the run's seed, the course's digest, the moment."""

    exercise: Exercise
    seed: int
    course_digest: str
    now: datetime


def unrun_row(item: Handin, under: GradedUnder) -> ClassResult:
    """A hand-in that needs no running: an untouched stub, or what could not be read (`result.intake` says why)."""
    verdict = Verdict.NOT_ATTEMPTED if item.submission is not None else Verdict.INVALID_SUBMISSION
    problem = item.problem if item.submission is None else None
    return _row(item, under, StoredResult(_empty(item, under, verdict), problem))


def graded_row(item: Handin, under: GradedUnder, answer: Answer) -> ClassResult:
    """A hand-in with its answer; where there is no result the fault is ours, and its text is kept for staff."""
    grade = answer.result
    if grade is None:
        summary = answer.fault.strip().rpartition("\n")[2]
        failure = Failure(Verdict.INTERNAL_ERROR, summary, answer.fault)
        grade = replace(_empty(item, under, Verdict.INTERNAL_ERROR), failure=failure)
    return _row(item, under, StoredResult(grade))


def copied_row(item: Handin, result: ClassResult) -> ClassResult:
    """The same source from another learner: the same result under the other's name."""
    return replace(
        result,
        learner=item.learner_key,
        file_name=item.file_name,
        submitted_at=item.submitted_at,
        late=item.late,
        choice=item.choice,
        attempts=(),
    )


def _empty(item: Handin, under: GradedUnder, verdict: Verdict) -> GradeResult:
    digest = item.submission.digest if item.submission is not None else ""
    return unrun(under.exercise, digest, under.course_digest, under.seed, verdict)


def _row(item: Handin, under: GradedUnder, stored: StoredResult) -> ClassResult:
    grade = stored.grade
    return ClassResult(
        learner=item.learner_key,
        exercise_number=under.exercise.number,
        exercise_id=under.exercise.id,
        file_name=item.file_name,
        submission_digest=item.submission.digest if item.submission is not None else None,
        seed=under.seed,
        course_digest=under.course_digest,
        verdict=grade.verdict,
        score=grade.score,
        max_score=grade.max_score,
        result=stored,
        graded_at=under.now,
        seconds=grade.seconds,
        submitted_at=item.submitted_at,
        late=item.late,
        choice=item.choice,
    )
