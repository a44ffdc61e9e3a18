"""The use case `grade exercise`: one learner's file, graded once; torch is imported only to run something."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from grader.catalog.course import course_digest
from grader.confinement.one_thread import keep_to_one_thread
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.exit_code import ExitCode
from grader.domain.record import Attempt
from grader.domain.result import GradeResult
from grader.domain.result_form import grade_from_plain, grade_to_plain
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement, Verdict
from grader.grading.seed import fresh_seed
from grader.grading.unrun import unrun
from grader.intake.source_file import find_size_problem, is_untouched, read_submission
from grader.workflows.working_folder import file_of

if TYPE_CHECKING:
    from grader.store.store import Store


@dataclass(frozen=True)
class Graded:
    """A graded file: where it was read, what it held, what came out."""

    path: Path
    submission: Submission
    result: GradeResult


def find_file(exercise: Exercise, course: Path, named: Path | None, cwd: Path) -> Path:
    """The learner's file: as named, else `exNN_*.py` or `.ipynb` in the current folder, else the course's own stub.

    Raises UsageError if several files in the current folder could be meant.
    """
    if named is not None:
        return cwd / named
    found = file_of(exercise, cwd)
    return found if found is not None else course / "exercises" / exercise.id / "stub.py"


def grade_exercise(
    course: Path,
    exercise: Exercise,
    path: Path,
    seed: int | None,
    require: Confinement = Confinement.NONE,
    meanwhile: Callable[[], None] = lambda: None,
    progress: Callable[[float], None] = lambda share: None,
) -> Graded:
    """Grade the file at `path`; `meanwhile` is run beside the grading, where another process can do that.

    `progress` hears, in the process that grades, how much of a training is done.
    An untouched stub is not attempted and a file too large is refused, both without torch.
    """
    submission = read_submission(path)
    digest = course_digest(course, exercise.number)
    seed = fresh_seed() if seed is None else seed
    if is_untouched(submission, exercise.stub):
        return Graded(
            path, submission, unrun(exercise, submission.digest, digest, seed, Verdict.NOT_ATTEMPTED)
        )
    problem = find_size_problem(submission)
    if problem is not None:
        result = unrun(exercise, submission.digest, digest, seed, Verdict.INVALID_SUBMISSION)
        return Graded(path, submission, replace(result, problem=problem))

    def grade() -> GradeResult:
        keep_to_one_thread()
        from grader.sandbox.launcher import CurrentServer, start_server

        server = start_server(warm=False)  # imports torch and forks; only then come the judge and reference/
        from grader.grading.grader import Grader

        grader = Grader(exercise, course, digest, seed, CurrentServer(server), require, progress=progress)
        try:
            return grader.grade(submission)
        finally:
            grader.close()

    return Graded(path, submission, _apart(grade, meanwhile) if hasattr(os, "fork") else grade())


def _apart(grade: Callable[[], GradeResult], meanwhile: Callable[[], None]) -> GradeResult:
    """Grade in a forked process, and let this one import the store meanwhile, which costs a fifth of a second."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _send(grade, writing)
    os.close(writing)
    try:
        meanwhile()
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read()
    finally:
        os.waitpid(pid, 0)
    if not answer:
        raise GraderError("the grading process ended without a result")
    found = json.loads(answer)
    if "error" in found:
        raise GraderError(found["error"])
    return grade_from_plain(found)


def _send(grade: Callable[[], GradeResult], writing: int) -> NoReturn:
    try:
        try:
            found = grade_to_plain(grade())
        except GraderError as error:
            found = {"error": str(error)}
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(json.dumps(found).encode())
    except KeyboardInterrupt:
        os._exit(ExitCode.INTERRUPTED)
    except BaseException:  # noqa: BLE001 - this process must end here, whatever happened
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(ExitCode.DONE)


def record_attempt(store: Store, graded: Graded, learner: str, now: datetime) -> None:
    """Keep the attempt, if it is one (`Verdict.is_attempt`)."""
    if graded.result.verdict.is_attempt:
        store.attempts.record(attempt_of(graded, learner, now), graded.submission)


def attempt_of(graded: Graded, learner: str, now: datetime) -> Attempt:
    """The attempt to be kept: everything that the score can be produced again from."""
    result = graded.result
    return Attempt(
        learner=learner,
        exercise_number=result.exercise_number,
        exercise_id=result.exercise_id,
        file_name=graded.submission.name,
        submission_digest=result.submission_digest,
        seed=result.seed,
        course_digest=result.course_digest,
        grader_version=result.grader_version,
        verdict=result.verdict,
        score=result.score,
        max_score=result.max_score,
        result=result,
        started_at=now,
        seconds=result.seconds,
    )
