"""Exercise 9's reference, with exercise 8's layers, beside torch's own stack."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from grader.judge.bank import load_bank
from tests.content.anchors.test_ex08 import MASK, copy_weights


@pytest.mark.parametrize("mask", [None, MASK], ids=["no mask", "padding"])
def test_agrees_with_a_stack_of_torch(root: Path, mask: Tensor | None) -> None:
    """Encoder is nn.TransformerEncoder with a norm at the end, padding included."""
    layer = load_bank(root, "ex08_encoder_layer", 8).solution["EncoderLayer"]
    encoder = load_bank(root, "ex09_encoder", 9).solution["Encoder"]
    torch.manual_seed(9)
    ours = encoder(lambda: layer(12, 3, 20), 3, 12).double()
    one = nn.TransformerEncoderLayer(12, 3, 20, 0.0, batch_first=True, norm_first=True, dtype=torch.float64)
    norm = nn.LayerNorm(12, dtype=torch.float64)
    theirs = nn.TransformerEncoder(one, 3, norm, enable_nested_tensor=False)
    for mine, other in zip(ours.layers, theirs.layers, strict=True):
        copy_weights(mine, other)
    with torch.no_grad():
        norm.weight.copy_(ours.final_norm.weight.normal_())
        norm.bias.copy_(ours.final_norm.bias.normal_())
    x = torch.randn(2, 5, 12, dtype=torch.float64)
    mine = ours(x, None if mask is None else mask[:, None, None, :])
    torch.testing.assert_close(mine, theirs(x, src_key_padding_mask=mask), rtol=0, atol=1e-12)
