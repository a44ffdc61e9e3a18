import math

import torch
from torch import nn
from torch.nn import functional as F


class MultiHeadAttention(nn.Module):
    """torch's function gives the output; the weights are computed apart, for the return value."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be a multiple of num_heads")
        self.num_heads = num_heads
        self.dropout = dropout
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.query(query), self.key(key), self.value(value)
        q, k, v = (t.view(*t.shape[:2], self.num_heads, -1).transpose(1, 2) for t in (q, k, v))
        takes_part = None if blocked_mask is None else ~blocked_mask
        p = self.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=takes_part, dropout_p=p)
        with torch.no_grad():
            scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
            if blocked_mask is not None:
                scores = scores.masked_fill(blocked_mask, float("-inf"))
            weights = scores.softmax(dim=-1)
        return self.out(mixed.transpose(1, 2).reshape(query.shape)), weights
