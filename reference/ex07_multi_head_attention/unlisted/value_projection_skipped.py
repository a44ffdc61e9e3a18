import math

from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def split(self, x):
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.split(self.q_proj(query)), self.split(self.k_proj(key)), self.split(value)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, -1e9)
        weights = scores.softmax(dim=-1)
        heads = self.dropout(weights) @ v
        return self.out_proj(heads.transpose(1, 2).flatten(2)), weights
