"""The reference of exercise 13 against torch's own batch normalisation."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from grader.judge.bank import load_bank


def _pair(root: Path, dim: int, eps: float, momentum: float) -> tuple[nn.Module, nn.BatchNorm1d]:
    """The reference and nn.BatchNorm1d in float64 with the same random weight and bias."""
    make = load_bank(root, "ex13_sequence_batch_norm", 13).solution["SequenceBatchNorm"]
    mine, theirs = make(dim, eps, momentum).double(), nn.BatchNorm1d(dim, eps, momentum).double()
    with torch.no_grad():
        for own, other in ((mine.weight, theirs.weight), (mine.bias, theirs.bias)):
            own.copy_(other.copy_(torch.randn(dim, generator=torch.Generator().manual_seed(3))))
    return mine, theirs


def _of_channels_second(norm: nn.Module, x: Tensor) -> Tensor:
    out: Tensor = norm(x.transpose(1, 2)).transpose(1, 2)
    return out


@pytest.mark.parametrize(("shape", "eps", "momentum"), [((2, 5, 4), 1e-5, 0.1), ((4, 4, 4), 0.2, 0.3)])
def test_the_reference_is_batch_norm(root: Path, shape: tuple[int, ...], eps: float, momentum: float) -> None:
    """Three training steps and an eval step are nn.BatchNorm1d's to 1e-12: outputs, buffers, gradients."""
    mine, theirs = _pair(root, shape[-1], eps, momentum)
    generator = torch.Generator().manual_seed(4)
    for step in range(4):
        mine.train(step < 3)
        theirs.train(step < 3)
        x = (torch.randn(shape, generator=generator, dtype=torch.float64) * 2 + 1).requires_grad_()
        weight = torch.randn(shape, generator=generator, dtype=torch.float64)
        own, other = mine(x), _of_channels_second(theirs, x)
        assert (own - other).abs().max() < 1e-12
        grads = [torch.autograd.grad((out * weight).sum(), x)[0] for out in (own, other)]
        assert (grads[0] - grads[1]).abs().max() < 1e-12
        for name in ("running_mean", "running_var"):
            assert (getattr(mine, name) - getattr(theirs, name)).abs().max() < 1e-12
