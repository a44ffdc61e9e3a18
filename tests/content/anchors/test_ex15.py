"""The reference of exercise 15 against the plain mean of what is real."""

from pathlib import Path

import torch
from torch import Tensor

from grader.judge.bank import load_bank

IS_PAD = torch.tensor(
    [
        [False, False, True, True],
        [True, False, False, False],
        [False, True, False, True],
        [False] * 4,
        [True] * 4,
    ]
)


def _pooled(root: Path, x: Tensor) -> Tensor:
    out: Tensor = load_bank(root, "ex15_masked_mean_pool", 15).solution["masked_mean_pool"](x, IS_PAD)
    return out


def test_the_reference_is_the_mean_of_the_real_vectors(root: Path) -> None:
    """Each sample's result is the mean of its real vectors to 1e-12, or zeros, NaN in padding or not."""
    x = torch.randn(5, 4, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    expected = [
        row[~pad].mean(dim=0) if not pad.all() else torch.zeros(3) for row, pad in zip(x, IS_PAD, strict=True)
    ]
    for filled in (x, x.masked_fill(IS_PAD[..., None], torch.nan)):
        assert (_pooled(root, filled) - torch.stack(expected)).abs().max() < 1e-12


def test_the_gradient_is_one_share_for_each_real_vector(root: Path) -> None:
    """The sum of the result has gradient 1 / n at real positions and exactly 0 at padded ones."""
    x = torch.randn(5, 4, 3, dtype=torch.float64, requires_grad=True)
    (gradient,) = torch.autograd.grad(_pooled(root, x).sum(), x)
    share = (~IS_PAD).double() / (~IS_PAD).sum(dim=1, keepdim=True).clamp(min=1)
    assert torch.equal(gradient, share[..., None].expand(5, 4, 3))
