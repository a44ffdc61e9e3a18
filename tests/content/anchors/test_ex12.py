"""The reference of exercise 12 against shapes that tensors really have."""

from pathlib import Path

import pytest
import torch
from torch import nn

from grader.judge.bank import load_bank


@pytest.mark.parametrize("sizes", [(2, 5, 12, 3, 20, 2), (3, 3, 3, 3, 6, 2), (1, 1, 1, 1, 1, 1)])
def test_the_shapes_are_those_of_tensors(root: Path, sizes: tuple[int, int, int, int, int, int]) -> None:
    """Every shape is that of a tensor in a hand-made layer, the memory's that of nn.TransformerEncoder."""
    batch, seq, dim, heads, hidden, layers = sizes
    trace = load_bank(root, "ex12_encoder_shape_trace", 12).solution["encoder_shape_trace"](*sizes)
    ids = torch.arange(batch * seq).reshape(batch, seq)
    x = nn.Embedding(batch * seq, dim)(ids)
    var, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    norm = nn.LayerNorm(dim)
    heads_of = norm(x).reshape(batch, seq, heads, dim // heads).transpose(1, 2)
    scores = heads_of @ heads_of.transpose(-2, -1)
    mask = (ids < 0)[:, None, None, :]
    weights = scores.masked_fill(mask, float("-inf")).softmax(-1)
    merged = (weights @ heads_of).transpose(1, 2).flatten(2)
    wide = nn.Linear(dim, hidden)(merged)
    layer = nn.TransformerEncoderLayer(dim, heads, hidden, batch_first=True, norm_first=True)
    memory = nn.TransformerEncoder(layer, layers, nn.LayerNorm(dim), enable_nested_tensor=False)(x)
    found = {
        "token_ids": ids, "embedded": x, "norm_mean": mean, "norm_var": var, "gamma": norm.weight,
        "attn_norm": norm(x), "query_heads": heads_of, "attn_scores": scores, "blocked_mask": mask,
        "attn_weights": weights, "heads_merged": merged, "attn_out": nn.Linear(dim, dim)(merged),
        "residual_1": x + merged, "ffn_hidden": wide, "ffn_out": nn.Linear(hidden, dim)(wide),
        "residual_2": x + merged, "memory": memory,
    }  # fmt: skip
    assert trace == {key: tuple(tensor.shape) for key, tensor in found.items()}
