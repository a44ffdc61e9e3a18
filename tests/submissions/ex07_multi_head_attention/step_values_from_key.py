# fault: 22
# expect: mha-values-from-key
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("heads")
        width = dim // num_heads
        self.asks = nn.ModuleList(nn.Linear(dim, width) for _ in range(num_heads))
        self.keys = nn.ModuleList(nn.Linear(dim, width) for _ in range(num_heads))
        self.values = nn.ModuleList(nn.Linear(dim, width) for _ in range(num_heads))
        self.out = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        content = torch.stack([f(key) for f in self.values], 1)
        names = torch.stack([f(key) for f in self.keys], 1)
        asked = torch.stack([f(query) for f in self.asks], 1) / math.sqrt(names.size(-1))
        p = asked @ names.mT
        if blocked_mask is not None:
            p = p.masked_fill(blocked_mask, -1e9)
        p = p.softmax(-1)
        return self.out(torch.cat((self.dropout(p) @ content).unbind(1), -1)), p
