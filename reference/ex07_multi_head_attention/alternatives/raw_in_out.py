import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    """Raw matrices that are used as x @ W."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim // num_heads * num_heads != dim:
            raise ValueError("indivisible")
        self.num_heads = num_heads
        for name in ("q", "k", "v", "o"):
            matrix = nn.Parameter(torch.empty(dim, dim))
            nn.init.xavier_uniform_(matrix)
            setattr(self, f"W_{name}", matrix)
            setattr(self, f"b_{name}", nn.Parameter(torch.zeros(dim)))
        self.p = dropout

    def heads(self, x):
        *lead, dim = x.shape
        return x.reshape(*lead, self.num_heads, dim // self.num_heads).transpose(-3, -2)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.heads(query @ self.W_q + self.b_q)
        k = self.heads(key @ self.W_k + self.b_k)
        v = self.heads(value @ self.W_v + self.b_v)
        weights = q @ k.transpose(-1, -2) / math.sqrt(q.size(-1))
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, torch.finfo(weights.dtype).min)
        weights = torch.softmax(weights, -1)
        mixed = torch.dropout(weights, self.p, self.training) @ v
        return mixed.transpose(-3, -2).flatten(-2) @ self.W_o + self.b_o, weights
