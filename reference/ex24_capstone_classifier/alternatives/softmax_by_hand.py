"""Everything by hand: exponentials and their sum, a norm class, pooling by a product with weights."""

import math

import torch
from course.blocks import sinusoidal_positions
from torch import nn


def attend(scores, keep):
    scores = scores - scores.max(dim=-1, keepdim=True).values
    weights = torch.exp(scores) * keep
    return weights / weights.sum(dim=-1, keepdim=True)


class Layer(nn.Module):
    def __init__(self, dim, heads, hidden):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(dim, dim) for _ in range(4))
        self.a, self.b = nn.Linear(dim, hidden), nn.Linear(hidden, dim)
        self.n1, self.n2 = nn.LayerNorm(dim), nn.LayerNorm(dim)

    def forward(self, x, keep):
        def split(t):
            return t.reshape(*t.shape[:2], self.heads, -1).transpose(1, 2)

        n = self.n1(x)
        q, k, v = split(self.q(n)), split(self.k(n)), split(self.v(n))
        w = attend(torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.size(-1)), keep[:, None, None, :])
        x = x + self.o(torch.einsum("bhqk,bhkd->bqhd", w, v).flatten(2))
        return x + self.b(torch.relu(self.a(self.n2(x))))


class Reader(nn.Module):
    def __init__(self, vocab, dim, heads, hidden, depth):
        super().__init__()
        self.table = nn.Parameter(torch.randn(vocab, dim))
        self.register_buffer("pe", sinusoidal_positions(32, dim))
        self.layers = nn.ModuleList(Layer(dim, heads, hidden) for _ in range(depth))
        self.last = nn.LayerNorm(dim)
        self.score = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        keep = (~is_pad).to(self.table.dtype)
        x = self.table[ids] + self.pe[: ids.size(1)]
        for layer in self.layers:
            x = layer(x, keep)
        pooled = (self.last(x) * keep.unsqueeze(-1)).sum(1) / keep.sum(1, keepdim=True)
        return self.score(pooled)


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Reader(vocab, dim, num_heads, hidden_dim, num_layers)
