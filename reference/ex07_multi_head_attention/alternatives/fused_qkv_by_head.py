import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    """The fused map's rows are q, k, v of head 0, then of head 1, and so on."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"{dim=} {num_heads=}")
        self.num_heads, self.head_dim = num_heads, dim // num_heads
        self.to_qkv = nn.Linear(dim, dim * 3)
        self.to_out = nn.Sequential(nn.Linear(dim, dim))
        self.dropout = nn.Dropout(dropout)

    def part(self, x, which):
        everything = self.to_qkv(x).unflatten(-1, (self.num_heads, 3, self.head_dim))  # [B, S, H, 3, Dh]
        return everything.select(-2, which).permute(0, 2, 1, 3)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.part(query, 0), self.part(key, 1), self.part(value, 2)
        scores = torch.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(self.head_dim)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, float("-inf"))
        weights = torch.nan_to_num(scores.softmax(dim=-1))
        context = torch.einsum("bhij,bhjd->bihd", self.dropout(weights), v)
        return self.to_out(context.flatten(2)), weights
