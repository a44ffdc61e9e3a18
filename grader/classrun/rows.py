"""Rows of a class run: what is kept of a hand-in that was graded, copied from an identical one, or never
run at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from grader import __version__
from grader.classrun.pool import Answer
from grader.domain.classroom import Handin
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.result import Failure, GradeResult
from grader.domain.verdict import Confinement, Verdict
from grader.reports.result_json import to_stored

MAX_SCORE = 10.0


@dataclass(frozen=True)
class Terms:
    """Under what a result holds: the exercise, the run's seed, the course's digest, the moment."""

    exercise: Exercise
    seed: int
    course_digest: str
    now: datetime


def unrun_row(item: Handin, terms: Terms) -> ClassResult:
    """A hand-in that needs no running: an untouched stub, or what could not be read (`result["intake"]`
    says why).
    """
    verdict = Verdict.NOT_ATTEMPTED if item.submission is not None else Verdict.INVALID_SUBMISSION
    extra: dict[str, Any] = {}
    if item.submission is None and item.problem is not None:
        problem = item.problem
        extra["intake"] = {"kind": str(problem.kind), "path": problem.path, "detail": problem.detail}
    return _row(item, terms, to_stored(_empty(item, terms, Failure(verdict))) | extra)


def graded_row(item: Handin, terms: Terms, answer: Answer) -> ClassResult:
    """A hand-in with its answer; where there is no result the fault is ours, and its text is kept for
    staff.
    """
    if answer.result is not None:
        return _row(item, terms, answer.result)
    summary = answer.fault.strip().rpartition("\n")[2]
    failure = Failure(Verdict.INTERNAL_ERROR, summary, answer.fault)
    return _row(item, terms, to_stored(_empty(item, terms, failure)))


def copied_row(item: Handin, result: ClassResult) -> ClassResult:
    """The same source from another learner: the same result under the other's name."""
    return replace(
        result,
        learner=item.learner_key,
        file_name=item.file_name,
        submitted_at=item.submitted_at,
        late=item.late,
        result={name: value for name, value in result.result.items() if name not in ("kept", "attempts")}
        | _kept(item),
    )


def with_attempts(result: ClassResult, former: ClassResult | None) -> ClassResult:
    """The result with what its learner had handed in before (`result["attempts"]`, oldest first), for the
    policy.
    """
    if former is None:
        return result
    listed = former.result.get("attempts")
    earlier = list(listed) if isinstance(listed, list) else []
    if former.submission_digest != result.submission_digest and former.verdict is not Verdict.INTERNAL_ERROR:
        earlier.append(
            {
                "score": former.score,
                "verdict": str(former.verdict),
                "submission_digest": former.submission_digest,
                "submitted_at": former.submitted_at.isoformat() if former.submitted_at else None,
                "graded_at": former.graded_at.isoformat(),
                "late": former.late,
            }
        )
    return replace(result, result={**result.result, "attempts": earlier}) if earlier else result


def _empty(item: Handin, terms: Terms, failure: Failure) -> GradeResult:
    return GradeResult(
        exercise_number=terms.exercise.number,
        exercise_id=terms.exercise.id,
        verdict=failure.verdict,
        score=0.0,
        max_score=MAX_SCORE,
        seed=terms.seed,
        confinement=Confinement.NONE,
        checks=(),
        diagnoses=(),
        first_wrong_stage=None,
        submission_digest=item.submission.digest if item.submission is not None else "",
        course_digest=terms.course_digest,
        grader_version=__version__,
        seconds=0.0,
        failure=failure if failure.verdict is Verdict.INTERNAL_ERROR else None,
    )


def _kept(item: Handin) -> dict[str, Any]:
    return {"kept": list(item.kept)} if item.kept else {}


def _row(item: Handin, terms: Terms, stored: Mapping[str, Any]) -> ClassResult:
    return ClassResult(
        learner=item.learner_key,
        exercise_number=terms.exercise.number,
        exercise_id=terms.exercise.id,
        file_name=item.file_name,
        submission_digest=item.submission.digest if item.submission is not None else None,
        seed=terms.seed,
        course_digest=terms.course_digest,
        verdict=Verdict(stored["verdict"]),
        score=stored["score"],
        max_score=stored["max_score"],
        result={**stored, **_kept(item)},
        graded_at=terms.now,
        seconds=stored["seconds"],
        submitted_at=item.submitted_at,
        late=item.late,
    )
