"""Exercise 7's reference beside nn.MultiheadAttention, which keeps its three projections in one matrix."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from grader.judge.bank import load_bank

B, H, QUERIES, KEYS, D = 2, 3, 5, 7, 12


@pytest.fixture(scope="module")
def pair(root: Path) -> tuple[nn.Module, nn.MultiheadAttention]:
    """The reference of exercise 7 and torch's module with the same weights, in eval mode."""
    torch.manual_seed(7)
    ours: nn.Module = load_bank(root, "ex07_multi_head_attention", 7).solution["MultiHeadAttention"](D, H)
    theirs = nn.MultiheadAttention(D, H, batch_first=True)
    weights = {name: torch.randn_like(parameter) for name, parameter in ours.named_parameters()}
    ours.load_state_dict(weights)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([weights[f"{n}_proj.weight"] for n in "qkv"]))
        theirs.in_proj_bias.copy_(torch.cat([weights[f"{n}_proj.bias"] for n in "qkv"]))
        theirs.out_proj.weight.copy_(weights["out_proj.weight"])
        theirs.out_proj.bias.copy_(weights["out_proj.bias"])
    return ours.double().eval(), theirs.double().eval()


def _masks() -> dict[str, Tensor | None]:
    draw = torch.Generator().manual_seed(7)
    keys = torch.rand(B, 1, 1, KEYS, generator=draw).argsort(dim=-1) < 2
    return {
        "none": None,
        "keys": keys,
        "pairs": torch.rand(B, 1, QUERIES, KEYS, generator=draw).argsort(dim=-1) < 3,
        "pairs of each head": torch.rand(B, H, QUERIES, KEYS, generator=draw).argsort(dim=-1) < 3,
    }


@pytest.mark.parametrize("name", list(_masks()))
def test_cross_attention_is_that_of_torch(pair: tuple[nn.Module, nn.MultiheadAttention], name: str) -> None:
    """Output and every head's weights agree to 1e-12, without a mask and with each kind of mask."""
    ours, theirs = pair
    draw = torch.Generator().manual_seed(70)
    query, key, value = (
        torch.randn(B, n, D, generator=draw, dtype=torch.float64) for n in (QUERIES, KEYS, KEYS)
    )
    mask = _masks()[name]
    expanded = None if mask is None else mask.expand(B, H, QUERIES, KEYS).flatten(0, 1)
    with torch.no_grad():
        mine = ours(query, key, value, mask)
        other = theirs(query, key, value, attn_mask=expanded, average_attn_weights=False)
    for found, wanted in zip(mine, other, strict=True):
        torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)
