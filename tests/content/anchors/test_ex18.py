"""Exercise 18's reference beside nn.TransformerEncoderLayer."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from grader.judge.bank import load_bank

DIM, HEADS, HIDDEN = 12, 3, 20


def test_the_block_equals_torchs_layer(root: Path) -> None:
    """With padding and without, the block is nn.TransformerEncoderLayer(norm_first=False)."""
    block = load_bank(root, "ex18_repair_attention_block", 18).solution["TransformerEncoderBlock"]
    torch.manual_seed(18)
    ours = block(DIM, HEADS, HIDDEN, 0.0).double().eval()
    for parameter in ours.parameters():
        nn.init.normal_(parameter, mean=0.3, std=0.4)
    theirs = nn.TransformerEncoderLayer(
        DIM, HEADS, HIDDEN, dropout=0.0, batch_first=True, dtype=torch.float64
    )
    theirs.self_attn.load_state_dict(ours.self_attn.state_dict())
    theirs.norm1.load_state_dict(ours.norm1.state_dict())
    theirs.norm2.load_state_dict(ours.norm2.state_dict())
    theirs.linear1.load_state_dict(ours.ffn.net[0].state_dict())
    theirs.linear2.load_state_dict(ours.ffn.net[3].state_dict())
    x = torch.randn(2, 5, DIM, dtype=torch.float64)
    is_pad = torch.tensor([[False, False, False, True, True], [False, True, False, False, False]])
    torch.testing.assert_close(ours(x), theirs(x), rtol=0, atol=1e-12)
    masked = theirs(x, src_key_padding_mask=is_pad)
    torch.testing.assert_close(ours(x, is_pad), masked, rtol=0, atol=1e-12)
