# exercise: 7
# fault: view goes straight to [B, H, S, Dh] without a transpose, so positions and heads are scrambled | line: 23
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads, self.head_dim = num_heads, dim // num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def split(self, t):
        B, S, _ = t.shape
        return t.view(B, self.num_heads, S, self.head_dim)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.split(self.q_proj(query)), self.split(self.k_proj(key)), self.split(self.v_proj(value))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, 0.0)
        ctx = (self.drop(weights) @ v).transpose(1, 2).reshape(query.shape)
        return self.out_proj(ctx), weights
