"""Faults of ours: counted by person, and a stub tells a broken machine from hostile hand-ins."""

from __future__ import annotations

import pytest

from grader.classrun.engine import Answer, Task
from grader.classrun.faults import PEOPLE_IN_A_ROW, PROBE, Faults
from grader.domain.errors import GraderError
from grader.domain.submission import SourceKind, Submission
from tests.classrun.small import EXERCISES, FAULT, STUB, graded, handin


def _task(learner: str, number: int = 3) -> Task:
    return Task(handin(learner, b"x"), number, Submission("a.py", SourceKind.PYTHON, b"x"), 1.0)


def _failed(people: int) -> Faults:
    faults = Faults()
    for number in range(people):
        faults.saw(_task(f"s{number}"), FAULT)
    return faults


def test_one_persons_faults_count_once() -> None:
    """A hundred faults of one person call for no probe."""
    faults = Faults()
    for _ in range(100):
        faults.saw(_task("eve"), FAULT)
    assert list(faults.probes(EXERCISES)) == []


def test_a_verdict_in_between_begins_the_count_anew() -> None:
    """People in a row are people without a verdict between them."""
    faults = _failed(PEOPLE_IN_A_ROW - 1)
    good = _task("good")
    faults.saw(good, Answer(graded(good)))
    faults.saw(_task("eve"), FAULT)
    assert list(faults.probes(EXERCISES)) == []


def test_the_probe_is_the_stub_of_the_exercise_that_failed() -> None:
    """It comes once, is nobody's, and may be graded as anything."""
    faults = _failed(PEOPLE_IN_A_ROW - 1)
    faults.saw(_task("last", 1), FAULT)
    (probe,) = faults.probes(EXERCISES)
    assert (probe.key, probe.exercise, probe.submission.source) == (PROBE, 1, STUB.encode())
    assert list(faults.probes(EXERCISES)) == []
    faults.saw(probe, Answer(graded(probe)))
    for number in range(PEOPLE_IN_A_ROW - 1):
        faults.saw(_task(f"t{number}"), FAULT)
    assert list(faults.probes(EXERCISES)) == []


def test_a_probe_that_fails_says_that_nobody_can_be_graded() -> None:
    """The error names how many were hit, the exercise and what went wrong."""
    faults = _failed(PEOPLE_IN_A_ROW)
    (probe,) = faults.probes(EXERCISES)
    with pytest.raises(GraderError, match="10 people in a row") as caught:
        faults.saw(probe, FAULT)
    assert "exercise 3" in str(caught.value)
    assert "KeyError: 1" in str(caught.value)
