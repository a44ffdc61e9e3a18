"""Rows of a class run: what is kept of a hand-in that was graded, copied from an identical one, or never
run at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from grader.classrun.pool import Answer
from grader.domain.classroom import Handin
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.result import Failure, GradeResult
from grader.domain.stored_result import StoredResult
from grader.domain.verdict import Verdict
from grader.grading.unrun import unrun


@dataclass(frozen=True)
class Terms:
    """Under what a result holds: the exercise, the run's seed, the course's digest, the moment."""

    exercise: Exercise
    seed: int
    course_digest: str
    now: datetime


def unrun_row(item: Handin, terms: Terms) -> ClassResult:
    """A hand-in that needs no running: an untouched stub, or what could not be read (`result.intake` says why)."""
    verdict = Verdict.NOT_ATTEMPTED if item.submission is not None else Verdict.INVALID_SUBMISSION
    problem = item.problem if item.submission is None else None
    return _row(item, terms, StoredResult(_empty(item, terms, verdict), problem))


def graded_row(item: Handin, terms: Terms, answer: Answer) -> ClassResult:
    """A hand-in with its answer; where there is no result the fault is ours, and its text is kept for
    staff.
    """
    grade = answer.result
    if grade is None:
        summary = answer.fault.strip().rpartition("\n")[2]
        failure = Failure(Verdict.INTERNAL_ERROR, summary, answer.fault)
        grade = replace(_empty(item, terms, Verdict.INTERNAL_ERROR), failure=failure)
    return _row(item, terms, StoredResult(grade))


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


def _empty(item: Handin, terms: Terms, verdict: Verdict) -> GradeResult:
    digest = item.submission.digest if item.submission is not None else ""
    return unrun(terms.exercise, digest, terms.course_digest, terms.seed, verdict)


def _row(item: Handin, terms: Terms, stored: StoredResult) -> ClassResult:
    grade = stored.grade
    return ClassResult(
        learner=item.learner_key,
        exercise_number=terms.exercise.number,
        exercise_id=terms.exercise.id,
        file_name=item.file_name,
        submission_digest=item.submission.digest if item.submission is not None else None,
        seed=terms.seed,
        course_digest=terms.course_digest,
        verdict=grade.verdict,
        score=grade.score,
        max_score=grade.max_score,
        result=stored,
        graded_at=terms.now,
        seconds=grade.seconds,
        submitted_at=item.submitted_at,
        late=item.late,
        choice=item.choice,
    )
