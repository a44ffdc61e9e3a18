"""Exercise 7 with modules of their own for every head."""

from __future__ import annotations

import torch
from torch import nn

from tests.weights.layouts.attention_base import Split, matrix


class HeadsByProjection(Split):
    def build(self, D, H, E):
        self.wq = nn.ModuleList(nn.Linear(D, E) for _ in range(H))
        self.wk = nn.ModuleList(nn.Linear(D, E) for _ in range(H))
        self.wv = nn.ModuleList(nn.Linear(D, E) for _ in range(H))
        self.wo = nn.Linear(D, D)

    def project(self, q, k, v):
        pairs = ((self.wq, q), (self.wk, k), (self.wv, v))
        return [torch.stack([m(x) for m in held], 1) for held, x in pairs]

    def out(self, x):
        return self.wo(x)


class _Head(nn.Module):
    def __init__(self, D, E):
        super().__init__()
        self.query, self.key, self.value = nn.Linear(D, E), nn.Linear(D, E), nn.Linear(D, E)


class ModulePerHead(Split):
    def build(self, D, H, E):
        self.heads_ = nn.ModuleList(_Head(D, E) for _ in range(H))
        self.output = nn.Linear(D, D)

    def project(self, q, k, v):
        pairs = (("query", q), ("key", k), ("value", v))
        return [torch.stack([getattr(h, n)(x) for h in self.heads_], 1) for n, x in pairs]

    def out(self, x):
        return self.output(x)


class _RawHead(nn.Module):
    def __init__(self, D, E):
        super().__init__()
        self.Wk, self.Wq, self.Wv = matrix(D, E), matrix(D, E), matrix(D, E)
        self.bk, self.bq, self.bv = matrix(E), matrix(E), matrix(E)


class RawModulePerHead(Split):
    def build(self, D, H, E):
        self.attention_heads = nn.ModuleList(_RawHead(D, E) for _ in range(H))
        self.linear = nn.Linear(D, D)

    def project(self, q, k, v):
        pairs = (("q", q), ("k", k), ("v", v))
        return [
            torch.stack([x @ getattr(h, f"W{n}") + getattr(h, f"b{n}") for h in self.attention_heads], 1)
            for n, x in pairs
        ]

    def out(self, x):
        return self.linear(x)


class FusedModulePerHead(Split):
    def build(self, D, H, E):
        self.per_head = nn.ModuleList(nn.Linear(D, 3 * E) for _ in range(H))
        self.mix = nn.Linear(D, D)

    def project(self, q, k, v):
        return [
            torch.stack([m(x).chunk(3, -1)[i] for m in self.per_head], 1) for i, x in enumerate((q, k, v))
        ]

    def out(self, x):
        return self.mix(x)


class OneListOfAllHeads(Split):
    """3H Linears in one list: all queries, all keys, all values."""

    def build(self, D, H, E):
        self.maps = nn.ModuleList(nn.Linear(D, E) for _ in range(3 * H))
        self.end = nn.Linear(D, D)

    def chosen(self, i):
        return self.maps[i * self.h : (i + 1) * self.h]

    def project(self, q, k, v):
        return [torch.stack([m(x) for m in self.chosen(i)], 1) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.end(x)


class OneListHeadByHead(OneListOfAllHeads):
    def chosen(self, i):
        return self.maps[i::3]


class HeadsAddedUp(ModulePerHead):
    """Each head has a way out of its own, and the results are added."""

    def build(self, D, H, E):
        self.heads_ = nn.ModuleList(_Head(D, E) for _ in range(H))
        self.ways_out = nn.ModuleList(nn.Linear(E, D, bias=False) for _ in range(H))
        self.bias = matrix(D)

    def out(self, x):
        return sum(m(part) for m, part in zip(self.ways_out, x.chunk(self.h, -1), strict=True)) + self.bias
