# exercise: 7
# fault: head h takes the features h, h + H, h + 2H, ... instead of a contiguous block | line: 25
# fault: the projections for query, key and value have no bias | line: 16
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("dim % num_heads != 0")
        self.num_heads = num_heads
        bias = False
        self.q_proj = nn.Linear(dim, dim, bias=bias)
        self.k_proj = nn.Linear(dim, dim, bias=bias)
        self.v_proj = nn.Linear(dim, dim, bias=bias)
        self.out_proj = nn.Linear(dim, dim)
        self.attn_drop = nn.Dropout(dropout)

    def to_heads(self, t):
        b, s, d = t.shape
        return t.reshape(b, s, d // self.num_heads, self.num_heads).permute(0, 3, 1, 2)

    def from_heads(self, t):
        return t.permute(0, 2, 3, 1).flatten(2)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.to_heads(self.q_proj(query))
        k = self.to_heads(self.k_proj(key))
        v = self.to_heads(self.v_proj(value))
        score = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(q.size(3))
        if blocked_mask is not None:
            score = score.masked_fill(blocked_mask, torch.finfo(score.dtype).min)
        prob = torch.softmax(score, dim=3)
        if blocked_mask is not None:
            prob = prob.masked_fill(blocked_mask, 0.0)
        return self.out_proj(self.from_heads(self.attn_drop(prob) @ v)), prob
