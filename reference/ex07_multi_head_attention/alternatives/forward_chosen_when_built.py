"""The class has no `forward`: the constructor gives each instance the one that it needs."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"{num_heads} heads do not divide {dim}")
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (nn.Linear(dim, dim) for _ in range(4))
        self.heads = num_heads
        self.dropout = dropout
        self.forward = self.forward_with_dropout if dropout else self.forward_plain

    def split(self, x):
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def weights(self, query, key, blocked_mask):
        q, k = self.split(self.q_proj(query)), self.split(self.k_proj(key))
        scores = q @ k.mT / q.size(-1) ** 0.5
        if blocked_mask is None:
            return scores.softmax(-1)
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        return scores.softmax(-1).masked_fill(blocked_mask, 0)

    def mix(self, weights, value):
        return self.out_proj((weights @ self.split(self.v_proj(value))).transpose(1, 2).flatten(2))

    def forward_plain(self, query, key, value, blocked_mask=None):
        weights = self.weights(query, key, blocked_mask)
        return self.mix(weights, value), weights

    def forward_with_dropout(self, query, key, value, blocked_mask=None):
        weights = self.weights(query, key, blocked_mask)
        return self.mix(nn.functional.dropout(weights, self.dropout, self.training), value), weights
