"""Exercise 7 with whole Linears: named otherwise, ordered otherwise, or fused."""

from __future__ import annotations

import torch.nn.functional as F
from torch import nn, zeros

from tests.weights.layouts.attention_base import Fused, Linears, Split
from tests.weights.layouts.reference import MultiHeadAttention


class ContractNames(MultiHeadAttention):
    pass


class UsualNames(Linears):
    names = ("W_q", "W_k", "W_v", "W_o")


class NamedButRegisteredOtherwise(Linears):
    names = ("to_queries", "to_keys", "to_values", "unify_heads")

    def registered(self):
        return (self.names[3], self.names[1], self.names[0], self.names[2])


class LinearNames(Linears):
    names = ("query_linear", "key_linear", "value_linear", "fc")


class NumberedNames(Linears):
    names = ("lin1", "lin2", "lin3", "lin4")


class MeaninglessNames(Linears):
    names = ("b", "d", "a", "c")

    def registered(self):
        return ("a", "b", "c", "d")


class PartlyContractNames(Linears):
    names = ("q_proj", "kk", "v_proj", "final_thing")

    def registered(self):
        return ("final_thing", "kk", "q_proj", "v_proj")


class ListOfFour(Split):
    def build(self, D, H, E):
        self.linears = nn.ModuleList(nn.Linear(D, D) for _ in range(4))

    def project(self, q, k, v):
        return [self.heads(m(x)) for m, x in zip(self.linears, (q, k, v), strict=False)]

    def out(self, x):
        return self.linears[-1](x)


class KeysFirst(Linears):
    names = ("m2", "m1", "m3", "m4")

    def registered(self):
        return ("m1", "m2", "m3", "m4")


class FusedBlocks(Fused):
    def parts(self, t):
        return t.chunk(3)


class FusedBlocksKeyQueryValue(Fused):
    def parts(self, t):
        k, q, v = t.chunk(3)
        return q, k, v


class FusedByHead(Fused):
    def parts(self, t):
        return [p.flatten(0, 1) for p in t.unflatten(0, (self.h, 3, self.dh)).unbind(1)]


class FusedInnermost(Fused):
    def parts(self, t):
        return [p.flatten(0, 1) for p in t.unflatten(0, (self.h, self.dh, 3)).unbind(2)]


class FusedKeyValue(Split):
    def build(self, D, H, E):
        self.to_q = nn.Linear(D, D)
        self.to_kv = nn.Linear(D, 2 * D)
        self.to_out = nn.Sequential(nn.Linear(D, D), nn.Dropout(0.0))

    def project(self, q, k, v):
        w, b = self.to_kv.weight.chunk(2), self.to_kv.bias.chunk(2)
        return [self.heads(x) for x in (self.to_q(q), F.linear(k, w[0], b[0]), F.linear(v, w[1], b[1]))]

    def out(self, x):
        return self.to_out(x)


class FusedQueryKey(Split):
    def build(self, D, H, E):
        self.qk = nn.Linear(D, 2 * D)
        self.v = nn.Linear(D, D)
        self.last = nn.Linear(D, D)

    def project(self, q, k, v):
        w, b = self.qk.weight.chunk(2), self.qk.bias.chunk(2)
        return [self.heads(x) for x in (F.linear(q, w[0], b[0]), F.linear(k, w[1], b[1]), self.v(v))]

    def out(self, x):
        return self.last(x)


class TorchAttention(nn.Module):
    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.inner = nn.MultiheadAttention(dim, num_heads, batch_first=True)

    def forward(self, query, key, value, blocked_mask=None):
        if blocked_mask is not None:
            shape = (query.size(0), self.inner.num_heads, query.size(1), key.size(1))
            blocked_mask = blocked_mask.expand(shape).flatten(0, 1)
        return self.inner(query, key, value, attn_mask=blocked_mask, average_attn_weights=False)


class Convolutions(Linears):
    names = ("conv_q", "conv_k", "conv_v", "conv_o")

    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, nn.Conv1d(D, D, 1))

    def project(self, q, k, v):
        return [
            self.heads(getattr(self, n)(x.transpose(1, 2)).transpose(1, 2))
            for n, x in zip(self.names, (q, k, v), strict=False)
        ]

    def out(self, x):
        return self.conv_o(x.transpose(1, 2)).transpose(1, 2)


class FusedConvolution(Fused):
    def build(self, D, H, E):
        self.in_conv, self.out_conv = nn.Conv1d(D, 3 * D, 1), nn.Conv1d(D, D, 1)

    def project(self, q, k, v):
        w, b = self.in_conv.weight.squeeze(-1).chunk(3), self.in_conv.bias.chunk(3)
        return [self.heads(F.linear(x, w[i], b[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.out_conv(x.transpose(1, 2)).transpose(1, 2)


class SharedReferences(Linears):
    """The same Linears under two names each."""

    names = ("query", "key", "value", "outward")

    def build(self, D, H, E):
        self.all = nn.ModuleList(nn.Linear(D, D) for _ in range(4))
        for name, module in zip(self.names, self.all, strict=True):
            self.add_module(name, module)


class NestedModules(Split):
    def build(self, D, H, E):
        self.projections = nn.ModuleDict({n: nn.Linear(D, D) for n in ("value", "query", "key")})
        self.finish = nn.Sequential(nn.Linear(D, D))

    def project(self, q, k, v):
        p = self.projections
        return [self.heads(p["query"](q)), self.heads(p["key"](k)), self.heads(p["value"](v))]

    def out(self, x):
        return self.finish(x)


class _Offset(nn.Module):
    def __init__(self, D):
        super().__init__()
        self.b = nn.Parameter(zeros(D))


class BiasesAsModules(Split):
    """Every bias is a module of its own, in another branch of the tree than its matrix."""

    def build(self, D, H, E):
        self.matrices = nn.ModuleDict({n: nn.Linear(D, D, bias=False) for n in "qkvo"})
        self.offsets = nn.ModuleDict({n: _Offset(D) for n in "qkvo"})

    def _map(self, name, x):
        return self.matrices[name](x) + self.offsets[name].b

    def project(self, q, k, v):
        return [self.heads(self._map(n, x)) for n, x in zip("qkv", (q, k, v), strict=True)]

    def out(self, x):
        return self._map("o", x)
