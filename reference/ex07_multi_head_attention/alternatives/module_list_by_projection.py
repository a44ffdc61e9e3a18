import math

import torch
import torch.nn as nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("num_heads must divide dim")
        width = dim // num_heads
        self.scale = 1 / math.sqrt(width)
        self.queries = nn.ModuleList([nn.Linear(dim, width) for _ in range(num_heads)])
        self.keys = nn.ModuleList([nn.Linear(dim, width) for _ in range(num_heads)])
        self.values = nn.ModuleList([nn.Linear(dim, width) for _ in range(num_heads)])
        self.output = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        outs, maps = [], []
        for i, (wq, wk, wv) in enumerate(zip(self.queries, self.keys, self.values, strict=True)):
            energy = torch.bmm(wq(query), wk(key).transpose(1, 2)) * self.scale
            if blocked_mask is not None:
                mine = blocked_mask[:, i] if blocked_mask.shape[1] > 1 else blocked_mask[:, 0]
                energy = energy.masked_fill(mine, -1e30)
            weights = torch.softmax(energy, dim=-1)
            outs.append(torch.bmm(self.drop(weights), wv(value)))
            maps.append(weights)
        return self.output(torch.cat(outs, dim=-1)), torch.stack(maps, dim=1)
