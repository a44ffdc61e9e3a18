"""Every bias is a module of its own, in another branch of the tree than its matrix."""

import torch
from torch import nn


class Bias(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.b = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        return x + self.b


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"{num_heads} heads do not divide {dim}")
        self.matrices = nn.ModuleDict({name: nn.Linear(dim, dim, bias=False) for name in "qkvo"})
        self.offsets = nn.ModuleDict({name: Bias(dim) for name in "qkvo"})
        self.heads = num_heads
        self.dropout = nn.Dropout(dropout)

    def project(self, name, x):
        return self.offsets[name](self.matrices[name](x))

    def forward(self, query, key, value, blocked_mask=None):
        inputs = zip("qkv", (query, key, value), strict=True)
        q, k, v = (torch.stack(self.project(n, t).chunk(self.heads, -1), dim=1) for n, t in inputs)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if blocked_mask is None:
            weights = scores.softmax(-1)
        else:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
            weights = scores.softmax(-1).masked_fill(blocked_mask, 0)
        merged = torch.cat((self.dropout(weights) @ v).unbind(1), dim=-1)
        return self.project("o", merged), weights
