"""The reference of exercise 2 against nn.LayerNorm."""

from pathlib import Path

import pytest
import torch
from torch import nn

from grader.judge.bank import load_bank


@pytest.mark.parametrize("shape", [(6,), (2, 5, 6), (6, 6, 6), (2, 3, 4, 6)])
@pytest.mark.parametrize("training", [False, True])
def test_reference_equals_torch_layer_norm(root: Path, shape: tuple[int, ...], training: bool) -> None:
    """LayerNorm is nn.LayerNorm with gamma for weight and beta for bias, to 1e-12, in either mode."""
    torch.manual_seed(3)
    mine = load_bank(root, "ex02_layer_norm", 2).solution["LayerNorm"](6).double().train(training)
    theirs = nn.LayerNorm(6).double().train(training)
    with torch.no_grad():
        theirs.weight.copy_(mine.gamma.normal_(1.0, 0.5))
        theirs.bias.copy_(mine.beta.normal_(0.0, 0.5))
    x = torch.randn(shape, dtype=torch.float64) * 1.7 + 0.8
    assert (mine(x) - theirs(x)).abs().max() < 1e-12


def test_reference_starts_as_torch_does(root: Path) -> None:
    """A fresh module equals a fresh nn.LayerNorm, eps included."""
    mine, theirs = load_bank(root, "ex02_layer_norm", 2).solution["LayerNorm"](6), nn.LayerNorm(6)
    assert mine.eps == theirs.eps
    assert torch.equal(mine.gamma, theirs.weight)
    assert torch.equal(mine.beta, theirs.bias)
