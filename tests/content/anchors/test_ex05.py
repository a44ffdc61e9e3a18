"""Exercise 5's reference beside torch's own padding mask."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from grader.judge.bank import load_bank


def test_the_mask_blocks_what_torch_blocks(root: Path) -> None:
    """Expanded to all heads, the mask gives nn.MultiheadAttention what key_padding_mask gives it."""
    make_mask = load_bank(root, "ex05_padding_blocked_mask", 5).solution["padding_blocked_mask"]
    token_ids = torch.tensor([[4, 0, 7, 7, 3], [7, 0, 5, 7, 1], [1, 7, 0, 2, 9], [3, 3, 3, 3, 3]])
    torch.manual_seed(5)
    attention = nn.MultiheadAttention(6, 3, batch_first=True, dtype=torch.float64).eval()
    x = torch.randn(4, 5, 6, dtype=torch.float64)
    pairs = make_mask(token_ids, 7).expand(4, 3, 5, 5).reshape(12, 5, 5)
    with torch.no_grad():
        ours = attention(x, x, x, attn_mask=pairs)
        theirs = attention(x, x, x, key_padding_mask=token_ids == 7)
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, other, rtol=0, atol=1e-12)
