"""Records to keep, one of each kind, whose fields a test may change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from grader.domain.record import Attempt, ClassResult, ClassRun
from grader.domain.result import Diagnosis, GradeResult
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import StoredResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement, Verdict

NOON = datetime(2026, 11, 5, 12, 0, 0, 123456, tzinfo=UTC)
SUBMISSION = Submission("ex03.py", SourceKind.PYTHON, "x = '你好'\n".encode() * 100)
GRADE = GradeResult(
    exercise_number=3,
    exercise_id="ex03_feed_forward",
    verdict=Verdict.WRONG_ANSWER,
    score=7.5,
    max_score=10.0,
    seed=17,
    confinement=Confinement.FULL,
    checks=(),
    diagnoses=(Diagnosis("ffn-no-activation", 1e-8, 0.5, 4),),
    submission_digest=SUBMISSION.digest,
    course_digest="c" * 64,
    grader_version="0.1.0",
    seconds=0.05,
    log="zero \0 and lone \ud800 and 你好",
)


def later(minutes: float) -> datetime:
    """Return a time after noon."""
    return NOON + timedelta(minutes=minutes)


def attempt(**changes: Any) -> Attempt:
    """Return an attempt of "me" at exercise 3."""
    fields: dict[str, Any] = {
        "learner": "me",
        "exercise_number": 3,
        "exercise_id": "ex03_feed_forward",
        "file_name": "ex03.py",
        "submission_digest": SUBMISSION.digest,
        "seed": 2**63 - 1,
        "course_digest": "c" * 64,
        "grader_version": "0.1.0",
        "verdict": Verdict.WRONG_ANSWER,
        "score": 7.5,
        "max_score": 10.0,
        "result": GRADE,
        "started_at": NOON,
        "seconds": 0.05,
    }
    return Attempt(**fields | changes)


def class_run(**changes: Any) -> ClassRun:
    """Return a run over exercises 3 and 7."""
    fields: dict[str, Any] = {
        "id": "run-1",
        "label": "/class/week3",
        "seed": 17,
        "course_digest": "c" * 64,
        "grader_version": "0.1.0",
        "exercises": (3, 7),
        "settings": RunSettings(people=("1001", "1002")),
        "started_at": NOON,
    }
    return ClassRun(**fields | changes)


def class_result(**changes: Any) -> ClassResult:
    """Return a result of learner 1001 at exercise 3."""
    fields: dict[str, Any] = {
        "learner": "1001",
        "exercise_number": 3,
        "exercise_id": "ex03_feed_forward",
        "file_name": "ex03.py",
        "submission_digest": SUBMISSION.digest,
        "seed": 17,
        "course_digest": "c" * 64,
        "verdict": Verdict.ACCEPTED,
        "score": 10.0,
        "max_score": 10.0,
        "result": StoredResult(GRADE),
        "graded_at": NOON,
        "seconds": 0.05,
        "submitted_at": NOON,
        "late": True,
    }
    return ClassResult(**fields | changes)
