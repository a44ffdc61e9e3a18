"""Lets tensors without memory find the shapes."""

import torch
from torch import nn


def encoder_shape_trace(batch, seq, dim, heads, hidden, layers=1):
    out = {}
    with torch.device("meta"):
        ids = torch.zeros(batch, seq, dtype=torch.long)
        x = nn.Embedding(10, dim)(ids)
        out["token_ids"], out["embedded"] = ids.shape, x.shape
        norm = nn.LayerNorm(dim)
        for _ in range(layers):
            mean = x.mean(dim=-1, keepdim=True)
            out["norm_mean"] = mean.shape
            out["norm_var"] = ((x - mean) ** 2).mean(dim=-1, keepdim=True).shape
            out["gamma"] = norm.weight.shape
            h = norm(x)
            out["attn_norm"] = h.shape
            q = h.view(batch, seq, heads, -1).transpose(1, 2)
            out["query_heads"] = q.shape
            scores = q @ q.transpose(-2, -1)
            mask = (ids == 0)[:, None, None, :]
            weights = scores.masked_fill(mask, float("-inf")).softmax(dim=-1)
            out["attn_scores"], out["blocked_mask"], out["attn_weights"] = (
                scores.shape,
                mask.shape,
                weights.shape,
            )
            merged = (weights @ q).transpose(1, 2).reshape(batch, seq, dim)
            attended = nn.Linear(dim, dim)(merged)
            out["heads_merged"], out["attn_out"] = merged.shape, attended.shape
            x = x + attended
            out["residual_1"] = x.shape
            wide = nn.Linear(dim, hidden)(norm(x)).relu()
            back = nn.Linear(hidden, dim)(wide)
            out["ffn_hidden"], out["ffn_out"] = wide.shape, back.shape
            x = x + back
            out["residual_2"] = x.shape
        out["memory"] = norm(x).shape
    return out
