"""Doing nothing earns nothing: programs that are not among those of the gate are worth next to nothing, too."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from torch import Tensor

from grader.catalog.exercises import load_exercise
from grader.domain.result import CheckResult
from grader.domain.verdict import Tier, Verdict
from grader.grading.load_judge import load_reference_judge
from grader.judge.checking import check
from grader.judge.marking import in_proportion, points_by_check
from grader.proving.trivial import Idle, Nothing, Recorded
from tests.conftest import ROOT

MOST = 0.5


def _minus(like: Tensor, given: Sequence[Tensor]) -> Tensor:
    for tensor in given:
        if tensor.shape == like.shape:
            return -tensor.to(like.dtype)
    return torch.full_like(like, 0.3) if like.is_floating_point() else torch.ones_like(like)


def _swish(like: Tensor, given: Sequence[Tensor]) -> Tensor:
    if given and given[0].shape == like.shape and like.is_floating_point():
        return given[0].to(like.dtype).sigmoid() * 0.5
    return torch.zeros_like(like)


HELD_OUT = (Nothing("minus", _minus, number=2), Nothing("swish", _swish, number=7))


@pytest.mark.parametrize("number", range(1, 25))
def test_a_program_that_does_nothing_earns_nothing(number: int) -> None:
    """The input with another sign, a constant, a squashed input: each is worth less than half a point of ten."""
    exercise = load_exercise(ROOT, number)
    judge = load_reference_judge(ROOT, exercise, 31, slow=False)
    points = points_by_check(exercise.checks)
    recorded = Recorded(
        {entry.name: judge.bank.solution[entry.name] for entry in exercise.entries}, judge.bank.props
    )
    for way in HELD_OUT:
        idle = Idle(way, recorded)
        failed = {
            case.check
            for case in judge.cases
            if not case.evidence
            and check(case, idle.observe(case), judge.reference.observe(case)).difference is not None
        }
        served = {case.check for case in judge.cases if not case.evidence} - failed
        results = [
            CheckResult(
                spec.name,
                spec.tier,
                spec.visibility,
                Verdict.ACCEPTED if spec.name in served else Verdict.WRONG_ANSWER,
                points[spec.name] if spec.name in served else 0.0,
                points[spec.name],
                spec.title,
            )
            for spec in exercise.checks
            if spec.tier is not Tier.ADVICE
        ]
        assert sum(r.points for r in in_proportion(results, exercise.checks)) < MOST, way.name
