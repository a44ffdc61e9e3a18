"""Weights find their places also in a module that has other parameters than the reference."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from grader.catalog.exercises import load_exercise
from grader.grading.load_judge import load_reference_judge
from grader.judge.grade import Judgement
from grader.judge.session import OwnSession
from tests.conftest import ROOT


class Plain(nn.Module):
    """LayerNorm that has nothing to train."""

    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last axis."""
        away = x - x.mean(dim=-1, keepdim=True)
        return away / torch.sqrt(away.square().mean(dim=-1, keepdim=True) + self.eps)


class Scalar(Plain):
    """LayerNorm with one scale and one shift for all features."""

    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__(dim, eps)
        self.scale, self.shift = nn.Parameter(torch.ones(1)), nn.Parameter(torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last axis, then scale and shift."""
        return super().forward(x) * self.scale + self.shift


def _judge(entry: type[nn.Module]) -> Judgement:
    exercise = load_exercise(ROOT, 2)
    judge = load_reference_judge(ROOT, exercise, 7)
    return judge.judge(OwnSession({"LayerNorm": entry}))


def test_the_first_proposal_for_a_misconceptions_roles_is_tried() -> None:
    """Where nothing of the reference's fits, the first layout for a misconception's own roles is observed like any
    other.
    """
    for entry in (Plain, Scalar):
        judgement = _judge(entry)
        assert judgement.alignment is not None
        assert judgement.alignment.assignment is not None, entry
        assert judgement.alignment.tries > 0
    assert judgement.weights == "names and order"
