"""Among hostile hand-ins, honest ones are graded as without them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.hostile.attacks import HONEST
from tests.hostile.forging_code import FORGINGS

WRONG = (
    "x",
    "x * gamma",
    "gamma * x + beta",
    "(x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True) * gamma + beta",
)


def _honest() -> list[Submission]:
    sources = [
        HONEST,
        *(f"def manual_layer_norm(x, gamma, beta, eps=1e-5):\n    return {code}\n" for code in WRONG),
    ]
    return [Submission(f"h{i}.py", SourceKind.PYTHON, source.encode()) for i, source in enumerate(sources)]


def _hostile() -> list[Submission]:
    forgings = [forging for forging in FORGINGS if forging.exercise == 1]
    return [Submission(f"{f.name}.py", SourceKind.PYTHON, f.source) for f in forgings]


@pytest.mark.hostile
def test_honest_hand_ins_are_graded_as_without_hostile_ones(root: Path) -> None:
    """One seed, one grader: verdicts, points, differences and diagnoses of the honest are the same in any company, and
    every hostile one has a verdict.
    """
    alone = _graded(root, _honest())
    mixed = [*_honest(), *_hostile()]
    random.Random(7).shuffle(mixed)
    together = _graded(root, mixed)
    assert {name: result for name, result in together.items() if name in alone} == alone
    others = [result for name, result in together.items() if name not in alone]
    assert {result.verdict for result in others} == {Verdict.PROTOCOL_VIOLATION}


def _graded(root: Path, submissions: list[Submission]) -> dict[str, GradeResult]:
    server = CurrentServer(spawn_server(warm=True))
    grader = Grader(load_exercise(root, 1), root, course_digest(root, 1), 11, server)
    try:
        return {each.name: replace(grader.grade(each), seconds=0.0) for each in submissions}
    finally:
        grader.close()
