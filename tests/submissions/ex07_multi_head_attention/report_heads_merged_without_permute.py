# expect: mha-merge-without-transpose
import math

from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads = num_heads
        self.to_queries = nn.Linear(dim, dim)
        self.to_keys = nn.Linear(dim, dim)
        self.to_values = nn.Linear(dim, dim)
        self.unify = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def split(self, x):
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.split(self.to_queries(query)), self.split(self.to_keys(key)), self.split(self.to_values(value))
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, -1e9)
        weights = scores.softmax(dim=-1)
        heads = self.dropout(weights) @ v
        return self.unify(heads.contiguous().view(query.shape)), weights
