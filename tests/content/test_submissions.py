"""Whole submissions with what must come of them, said in their own first lines.

A file under tests/submissions/exNN_name/ begins with one or more of
    # expect: <a misconception's id, several with "+", or a verdict>
    # fault: <the line of the first step that leaves what is asked>
    # says: <words that the learner must read>
    # never: <words that the learner must not read>
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import load_misconceptions
from grader.domain.result import GradeResult
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.intake.source_file import read_submission
from grader.reports.feedback import student_feedback
from grader.sandbox.launcher import CurrentServer, WorkerServer, spawn_server
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "submissions"
SEED = 20170612


@dataclass(frozen=True)
class Expected:
    """What the first lines of a submission promise."""

    path: Path
    number: int
    outcome: str
    fault: int | None
    says: tuple[str, ...]
    never: tuple[str, ...]


def _promises() -> Iterator[Expected]:
    for path in sorted(FOLDER.glob("ex*/*.py")):
        head = takewhile(lambda line: line.startswith("#"), path.read_text(encoding="utf-8").splitlines())
        found: dict[str, list[str]] = {"expect": [], "fault": [], "says": [], "never": []}
        for line in head:
            promise = re.fullmatch(r"# (expect|fault|says|never): (\S.*)", line)
            if promise is not None:
                found[promise.group(1)].append(promise.group(2))
        outcome, fault = "".join(found["expect"]), [int(line) for line in found["fault"]]
        yield Expected(
            path,
            int(path.parent.name[2:4]),
            outcome,
            fault[0] if fault else None,
            tuple(found["says"]),
            tuple(found["never"]),
        )


PROMISES = list(_promises())


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for all submissions."""
    server = spawn_server(warm=False)
    yield server
    server.close()


@pytest.fixture(scope="module")
def graders(server: WorkerServer) -> dict[int, Grader]:
    """The graders made so far, by exercise."""
    return {}


def _grade(path: Path, number: int, graders: dict[int, Grader], server: WorkerServer) -> GradeResult:
    if number not in graders:
        exercise, digest = load_exercise(ROOT, number), course_digest(ROOT, number)
        graders[number] = Grader(exercise, ROOT, digest, SEED, CurrentServer(server))
    return graders[number].grade(read_submission(path))


@pytest.mark.parametrize("promise", PROMISES, ids=lambda p: f"{p.path.parent.name}/{p.path.name}")
def test_a_submission_is_told_what_it_promises(
    promise: Expected, graders: dict[int, Grader], server: WorkerServer
) -> None:
    """A submission's first lines say what must come of it, and that comes of it."""
    promised = promise.outcome or promise.fault or promise.says or promise.never
    assert promised, "the file promises nothing"
    result = _grade(promise.path, promise.number, graders, server)
    named = sorted(found.misconception for found in result.diagnoses)
    if promise.outcome in set(Verdict):
        assert result.verdict == promise.outcome
    elif promise.outcome:
        assert named == sorted(part.strip() for part in promise.outcome.split("+"))
    if promise.fault is not None:
        assert not result.accepted
        assert result.computation is not None
        lines = [each.place.line for each in result.computation.deviations]
        assert lines[0] == promise.fault
    exercise = graders[promise.number].exercise
    told = student_feedback(result, exercise, load_misconceptions(ROOT), Language.EN)
    read = "\n".join(line.text for line in told.main)
    for words in promise.says:
        assert words in read
    for words in promise.never:
        assert words not in read
