"""`__call__` is written in place of `forward`."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"{num_heads} heads do not divide {dim}")
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (nn.Linear(dim, dim) for _ in range(4))
        self.heads = num_heads
        self.drop = nn.Dropout(dropout)

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def __call__(self, query, key, value, blocked_mask=None):
        q, k, v = self.split(self.q_proj(query)), self.split(self.k_proj(key)), self.split(self.v_proj(value))
        scores = q @ k.mT / q.size(-1) ** 0.5
        if blocked_mask is None:
            weights = scores.softmax(-1)
        else:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
            weights = scores.softmax(-1).masked_fill(blocked_mask, 0)
        return self.out_proj((self.drop(weights) @ v).transpose(1, 2).flatten(2)), weights
