# exercise: 7
# fault: view on the transposed tensor without contiguous() raises RuntimeError | line: 32
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("bad heads")
        self.dim, self.h, self.dh = dim, num_heads, dim // num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        B, Sq, _ = query.shape
        q = self.q_proj(query).view(B, Sq, self.h, self.dh).transpose(1, 2)
        k = self.k_proj(key).view(B, -1, self.h, self.dh).transpose(1, 2)
        v = self.v_proj(value).view(B, -1, self.h, self.dh).transpose(1, 2)
        scores = q @ k.transpose(2, 3) / math.sqrt(self.dh)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        w = torch.softmax(scores, dim=-1)
        if blocked_mask is not None:
            w = w.masked_fill(blocked_mask, 0.0)
        merged = (self.dropout(w) @ v).transpose(1, 2).view(B, Sq, self.dim)
        return self.out_proj(merged), w
