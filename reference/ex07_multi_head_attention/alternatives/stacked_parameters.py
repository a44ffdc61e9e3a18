import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("indivisible")
        self.num_heads, self.dropout = num_heads, dropout
        self.weight = nn.Parameter(torch.empty(3, dim, dim).uniform_(-0.3, 0.3))
        self.bias = nn.Parameter(torch.zeros(3, dim))
        self.final = nn.Linear(dim, dim)

    def forward(self, query, key, value, blocked_mask=None):
        inputs = (query, key, value)
        q, k, v = (
            (x @ self.weight[i] + self.bias[i]).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for i, x in enumerate(inputs)
        )
        scores = q @ k.mT / math.sqrt(q.size(-1))
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, -1e9)
        weights = scores.softmax(-1)
        mixed = torch.nn.functional.dropout(weights, self.dropout, self.training) @ v
        return self.final(mixed.transpose(1, 2).flatten(2)), weights
