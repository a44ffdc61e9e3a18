# fault: 27
# expect: attn-softmax-over-queries
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(dim)
        self.parts = num_heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.last = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        w, b = self.qkv.weight.chunk(3), self.qkv.bias.chunk(3)
        three = [nn.functional.linear(x, w[i], b[i]) for i, x in enumerate((query, key, value))]
        a, c, e = (t.unflatten(2, (self.parts, -1)).transpose(1, 2) for t in three)
        table = (a / math.sqrt(a.shape[-1])) @ c.mT
        if blocked_mask is None:
            shares = torch.softmax(table, dim=2)
        else:
            shares = torch.softmax(table.masked_fill(blocked_mask, -1e9), dim=2).masked_fill(blocked_mask, 0)
        return self.last((self.drop(shares) @ e).transpose(1, 2).flatten(2)), shares
