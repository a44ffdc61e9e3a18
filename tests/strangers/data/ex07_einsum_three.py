# exercise: 7
# fault: the query is scaled by dim ** -0.5, the width of all heads together | line: 14
# fault: the einsum for the output contracts over the queries (i) instead of the keys (j) | line: 31
# fault: an assert reports a bad number of heads, so it raises AssertionError, not ValueError | line: 12
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        assert dim % num_heads == 0
        self.h = num_heads
        self.scale = dim ** -0.5
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.q_proj(query).unflatten(2, (self.h, -1)) * self.scale
        k = self.k_proj(key).unflatten(2, (self.h, -1))
        v = self.v_proj(value).unflatten(2, (self.h, -1))
        s = torch.einsum("bihd,bjhd->bhij", q, k)
        if blocked_mask is not None:
            s = s.masked_fill(blocked_mask, torch.finfo(s.dtype).min)
        w = s.softmax(dim=-1)
        if blocked_mask is not None:
            w = w.masked_fill(blocked_mask, 0.0)
        y = torch.einsum("bhij,bihd->bjhd", self.drop(w), v)
        return self.out_proj(y.flatten(2)), w
