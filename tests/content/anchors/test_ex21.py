"""Exercise 21's reference beside torch's embedding and linear functions, and beside Python's own sine."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch.nn import functional as F

from grader.judge.bank import Namespace, load_bank


def _reference(root: Path) -> Namespace:
    return load_bank(root, "ex21_tied_embedding", 21).solution


def test_the_table_is_pythons_sine_and_cosine(root: Path) -> None:
    """Every entry of the table is math.sin or math.cos of pos / 10000^(2i/dim), to float32's rounding of the
    angle.
    """
    table = _reference(root)["sinusoidal_positions"](9, 8)
    assert table.dtype is torch.float32
    for pos in range(9):
        for i in range(4):
            angle = pos / 10000 ** (2 * i / 8)
            expected = torch.tensor([math.sin(angle), math.cos(angle)])
            torch.testing.assert_close(table[pos, 2 * i : 2 * i + 2], expected, rtol=0, atol=2e-6)


def test_both_ends_are_torchs_functions_of_one_matrix(root: Path) -> None:
    """forward is F.embedding times sqrt(dim) plus positions, logits is F.linear, and the gradient sums
    both.
    """
    torch.manual_seed(21)
    module = _reference(root)["TiedEmbedding"](11, 8, max_len=9).double()
    weight = torch.randn(11, 8, dtype=torch.float64, requires_grad=True)
    with torch.no_grad():
        module.token.weight.copy_(weight)
    ids = torch.tensor([[3, 1, 0], [10, 3, 2]])
    embedded = F.embedding(ids, weight, padding_idx=0) * math.sqrt(8) + module.positions[:3]
    torch.testing.assert_close(module(ids), embedded, rtol=0, atol=1e-12)
    scores = F.linear(embedded, weight)
    torch.testing.assert_close(module.logits(module(ids)), scores, rtol=0, atol=1e-12)
    (expected,) = torch.autograd.grad(scores.square().sum(), weight)
    module.logits(module(ids)).square().sum().backward()
    torch.testing.assert_close(module.token.weight.grad, expected, rtol=1e-12, atol=1e-10)
    assert [parameter is module.head.weight for parameter in module.parameters()] == [True]
