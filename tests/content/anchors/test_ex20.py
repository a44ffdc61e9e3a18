"""Exercise 20's reference beside nn.TransformerDecoderLayer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from grader.judge.bank import Namespace, load_bank

DIM, HEADS, HIDDEN = 12, 3, 20


def _reference(root: Path) -> Namespace:
    return load_bank(root, "ex20_decoder_layer", 20).solution


def _attention_state(attention: Any, prefix: str) -> dict[str, torch.Tensor]:
    parts = (attention.q_proj, attention.k_proj, attention.v_proj)
    return {
        f"{prefix}.in_proj_weight": torch.cat([part.weight for part in parts]),
        f"{prefix}.in_proj_bias": torch.cat([part.bias for part in parts]),
        f"{prefix}.out_proj.weight": attention.out_proj.weight,
        f"{prefix}.out_proj.bias": attention.out_proj.bias,
    }


def _twin(ours: Any) -> nn.TransformerDecoderLayer:
    """torch's layer with the weights of ours."""
    theirs = nn.TransformerDecoderLayer(
        DIM, HEADS, HIDDEN, dropout=0.0, batch_first=True, norm_first=True, dtype=torch.float64
    )
    state = _attention_state(ours.self_attn, "self_attn") | _attention_state(
        ours.cross_attn, "multihead_attn"
    )
    parts = {
        "linear1": ours.ffn.net[0],
        "linear2": ours.ffn.net[3],
        "norm1": ours.self_norm,
        "norm2": ours.cross_norm,
        "norm3": ours.ffn_norm,
    }
    for name, part in parts.items():
        state |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    theirs.load_state_dict(state)
    return theirs.eval()


def test_the_layer_equals_torchs(root: Path) -> None:
    """Without masks, with the causal mask and with padding on both sides the layer is
    nn.TransformerDecoderLayer.
    """
    reference = _reference(root)
    torch.manual_seed(20)
    ours = reference["DecoderLayer"](DIM, HEADS, HIDDEN).double().eval()
    for parameter in ours.parameters():
        nn.init.normal_(parameter, mean=0.3, std=0.4)
    x, memory = torch.randn(2, 4, DIM, dtype=torch.float64), torch.randn(2, 5, DIM, dtype=torch.float64)
    causal = reference["causal_blocked_mask"](4)
    target_pad = torch.tensor([[False, False, False, True], [False, False, True, False]])
    source_pad = torch.tensor([[False, False, False, True, True], [False, True, False, False, False]])
    both = reference["combine_blocked_masks"](causal, target_pad[:, None, None])
    theirs = _twin(ours)
    pairs = (
        (ours(x, memory), theirs(x, memory)),
        (ours(x, memory, causal), theirs(x, memory, tgt_mask=causal[0, 0])),
        (
            ours(x, memory, both, source_pad[:, None, None]),
            theirs(
                x,
                memory,
                tgt_mask=causal[0, 0],
                tgt_key_padding_mask=target_pad,
                memory_key_padding_mask=source_pad,
            ),
        ),
    )
    for mine, other in pairs:
        torch.testing.assert_close(mine, other, rtol=0, atol=1e-12)


def test_the_causal_mask_equals_torchs(root: Path) -> None:
    """The causal mask blocks where torch's square subsequent mask is minus infinity."""
    mask = _reference(root)["causal_blocked_mask"](5)
    theirs = nn.Transformer.generate_square_subsequent_mask(5)
    assert mask.shape == (1, 1, 5, 5)
    assert torch.equal(mask[0, 0], theirs == float("-inf"))
