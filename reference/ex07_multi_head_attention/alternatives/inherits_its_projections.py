import torch
from torch import nn


class WithProjections(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.ModuleDict({name: nn.Linear(dim, dim) for name in ("out", "value", "key", "query")})

    def project(self, name, x):
        return self.proj[name](x)


class Splitter:
    def split(self, x):
        b, s, _ = x.shape
        return x.reshape(b, s, self.num_heads, -1).swapaxes(1, 2)

    def merge(self, x):
        b, _, s, _ = x.shape
        return x.swapaxes(1, 2).reshape(b, s, -1)


class MultiHeadAttention(WithProjections, Splitter):
    def __init__(self, dim, num_heads, dropout=0.0):
        if dim % num_heads:
            raise ValueError(f"{num_heads} heads cannot share {dim} features")
        super().__init__(dim)
        self.num_heads = num_heads
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.split(self.project("query", query))
        k = self.split(self.project("key", key))
        v = self.split(self.project("value", value))
        logits = q.matmul(k.transpose(-1, -2)).div(q.shape[-1] ** 0.5)
        if blocked_mask is not None:
            logits = logits.masked_fill(blocked_mask, float("-inf"))
        probs = torch.softmax(logits, dim=-1).nan_to_num(0.0)
        return self.project("out", self.merge(self.drop(probs).matmul(v))), probs
