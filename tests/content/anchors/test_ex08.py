"""Exercise 8's reference beside torch's own encoder layer with norm_first."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from grader.judge.bank import load_bank

MASK = torch.tensor([[False, False, False, True, True], [False, True, False, False, False]])


def copy_weights(ours: nn.Module, theirs: nn.TransformerEncoderLayer) -> None:
    """Give torch's layer the weights of ours, all of them random."""
    pairs = {"attn_norm": "norm1", "ffn_norm": "norm2", "ffn.net.0": "linear1", "ffn.net.3": "linear2"}
    pairs["self_attn.out_proj"] = "self_attn.out_proj"
    mine = dict(ours.named_parameters())
    with torch.no_grad():
        for parameter in mine.values():
            parameter.normal_(std=0.5)
        for name, other in pairs.items():
            theirs.get_parameter(f"{other}.weight").copy_(mine[f"{name}.weight"])
            theirs.get_parameter(f"{other}.bias").copy_(mine[f"{name}.bias"])
        for kind in ("weight", "bias"):
            stacked = torch.cat([mine[f"self_attn.{p}_proj.{kind}"] for p in "qkv"])
            theirs.get_parameter(f"self_attn.in_proj_{kind}").copy_(stacked)


def compare(ours: nn.Module, norm_first: bool, mask: Tensor | None) -> None:
    """Outputs and input gradients agree to 1e-12."""
    torch.manual_seed(8)
    theirs = nn.TransformerEncoderLayer(
        12, 3, 20, dropout=0.0, batch_first=True, norm_first=norm_first, dtype=torch.float64
    )
    copy_weights(ours.double(), theirs)
    x = torch.randn(2, 5, 12, dtype=torch.float64, requires_grad=True)
    mine = ours(x) if mask is None else ours(x, mask[:, None, None, :])
    other = theirs(x, src_key_padding_mask=mask)
    torch.testing.assert_close(mine, other, rtol=0, atol=1e-12)
    slopes = [torch.autograd.grad(y.square().sum(), x)[0] for y in (mine, other)]
    torch.testing.assert_close(slopes[0], slopes[1], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("mask", [None, MASK], ids=["no mask", "padding"])
def test_agrees_with_a_layer_of_torch(root: Path, mask: Tensor | None) -> None:
    """EncoderLayer is nn.TransformerEncoderLayer(norm_first=True), padding included."""
    layer = load_bank(root, "ex08_encoder_layer", 8).solution["EncoderLayer"]
    compare(layer(12, 3, 20), norm_first=True, mask=mask)
