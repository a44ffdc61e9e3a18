"""Exercise 6's reference beside torch's own attention, whose boolean mask means the opposite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from grader.judge.bank import load_bank

Attention = Callable[..., tuple[Tensor, Tensor]]


@pytest.fixture(scope="module")
def attention(root: Path) -> Attention:
    """The reference of exercise 6."""
    found: Attention = load_bank(root, "ex06_scaled_dot_product_attention", 6).solution[
        "scaled_dot_product_attention"
    ]
    return found


def _inputs() -> tuple[Tensor, Tensor, Tensor]:
    draw = torch.Generator().manual_seed(6)
    shapes = ((2, 3, 4, 8), (2, 3, 5, 8), (2, 3, 5, 6))
    q, k, v = (torch.randn(shape, generator=draw, dtype=torch.float64) for shape in shapes)
    return q, k, v


def _masks() -> dict[str, Tensor | None]:
    keys = torch.tensor([[False, True, False, False, True], [False, False, True, False, False]])
    pairs = torch.ones(4, 5, dtype=torch.bool).triu(1)
    sample = keys.clone()
    sample[1] = True
    return {
        "none": None,
        "keys": keys[:, None, None],
        "pairs": pairs,
        "a sample without keys": sample[:, None, None],
    }


@pytest.mark.parametrize("name", list(_masks()))
def test_the_output_is_that_of_torch(attention: Attention, name: str) -> None:
    """With the mask turned round torch gives the same, also where every key is blocked."""
    q, k, v = _inputs()
    mask = _masks()[name]
    theirs = F.scaled_dot_product_attention(q, k, v, attn_mask=None if mask is None else ~mask)
    torch.testing.assert_close(attention(q, k, v, mask)[0], theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["none", "keys", "pairs"])
def test_the_gradients_are_those_of_torch(attention: Attention, name: str) -> None:
    """The gradients of the output's sum of squares are those of torch's function."""
    inputs = [t.requires_grad_() for t in _inputs()]
    mask = _masks()[name]
    ours = torch.autograd.grad(attention(*inputs, mask)[0].square().sum(), inputs)
    out = F.scaled_dot_product_attention(*inputs, attn_mask=None if mask is None else ~mask)
    for mine, theirs in zip(ours, torch.autograd.grad(out.square().sum(), inputs), strict=True):
        torch.testing.assert_close(mine, theirs, rtol=0, atol=1e-12)
