import math

import torch
from torch import nn


class Projection(nn.Linear):
    """A Linear that also cuts heads: [B, S, D] -> [B * H, S, Dh]."""

    def __init__(self, dim, num_heads):
        super().__init__(dim, dim)
        self.num_heads = num_heads

    def forward(self, x):
        batch, length, dim = x.shape
        y = super().forward(x).reshape(batch, length, self.num_heads, dim // self.num_heads)
        return y.permute(0, 2, 1, 3).reshape(batch * self.num_heads, length, -1)


class Weights(nn.Module):
    def forward(self, q, k, blocked):
        bias = torch.zeros(q.size(0), q.size(1), k.size(1), dtype=q.dtype, device=q.device)
        if blocked is not None:
            bias = bias.masked_fill(blocked.reshape(bias.shape), float("-inf"))
        scores = torch.baddbmm(bias, q, k.transpose(1, 2), alpha=1 / math.sqrt(q.size(2)))
        weights = torch.softmax(scores, dim=2)
        return torch.where(weights.isnan(), 0.0, weights)


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("no whole heads")
        self.num_heads = num_heads
        self.to_q = Projection(dim, num_heads)
        self.to_k = Projection(dim, num_heads)
        self.to_v = Projection(dim, num_heads)
        self.weights = Weights()
        self.dropout = nn.Dropout(dropout)
        self.unify = nn.Linear(dim, dim)

    def forward(self, query, key, value, blocked_mask=None):
        batch, sq, dim = query.shape
        shape = (batch, self.num_heads, sq, key.size(1))
        blocked = None if blocked_mask is None else blocked_mask.expand(shape)
        weights = self.weights(self.to_q(query), self.to_k(key), blocked)
        mixed = torch.bmm(self.dropout(weights), self.to_v(value)).view(batch, self.num_heads, sq, -1)
        return self.unify(mixed.permute(0, 2, 1, 3).reshape(batch, sq, dim)), weights.view(shape)
