"""Exercise 7 with the weights of the projections kept in every way that is met."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tests.judge.layouts.reference import MultiHeadAttention, attention


def matrix(*shape: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(*shape))


class _Split(nn.Module):
    """Projects by `project`, attends, and goes out by `out`."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.dim, self.h, self.dh = dim, num_heads, dim // num_heads
        self.build(dim, num_heads, dim // num_heads)

    def heads(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.h, -1)).transpose(1, 2)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q, k, v = self.project(query, key, value)
        merged, weights = attention(q, k, v, blocked_mask)
        return self.out(merged), weights


class ContractNames(MultiHeadAttention):
    pass


class _Linears(_Split):
    names = ("q", "k", "v", "o")

    def build(self, D, H, E):
        for name in self.registered():
            self.add_module(name, nn.Linear(D, D))

    def registered(self):
        return self.names

    def project(self, q, k, v):
        return [self.heads(getattr(self, n)(x)) for n, x in zip(self.names, (q, k, v), strict=False)]

    def out(self, x):
        return getattr(self, self.names[3])(x)


class UsualNames(_Linears):
    names = ("W_q", "W_k", "W_v", "W_o")


class NamedButRegisteredOtherwise(_Linears):
    names = ("to_queries", "to_keys", "to_values", "unify_heads")

    def registered(self):
        return (self.names[3], self.names[1], self.names[0], self.names[2])


class LinearNames(_Linears):
    names = ("query_linear", "key_linear", "value_linear", "fc")


class NumberedNames(_Linears):
    names = ("lin1", "lin2", "lin3", "lin4")


class MeaninglessNames(_Linears):
    names = ("b", "d", "a", "c")

    def registered(self):
        return ("a", "b", "c", "d")


class PartlyContractNames(_Linears):
    names = ("q_proj", "kk", "v_proj", "final_thing")

    def registered(self):
        return ("final_thing", "kk", "q_proj", "v_proj")


class ListOfFour(_Split):
    def build(self, D, H, E):
        self.linears = nn.ModuleList(nn.Linear(D, D) for _ in range(4))

    def project(self, q, k, v):
        return [self.heads(m(x)) for m, x in zip(self.linears, (q, k, v), strict=False)]

    def out(self, x):
        return self.linears[-1](x)


class KeysFirst(_Linears):
    names = ("m2", "m1", "m3", "m4")

    def registered(self):
        return ("m1", "m2", "m3", "m4")


class _Fused(_Split):
    def build(self, D, H, E):
        self.qkv = nn.Linear(D, 3 * D)
        self.proj = nn.Linear(D, D)

    def project(self, q, k, v):
        w, b = self.parts(self.qkv.weight), self.parts(self.qkv.bias)
        return [self.heads(F.linear(x, w[i], b[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.proj(x)


class FusedBlocks(_Fused):
    def parts(self, t):
        return t.chunk(3)


class FusedBlocksKeyQueryValue(_Fused):
    def parts(self, t):
        k, q, v = t.chunk(3)
        return q, k, v


class FusedByHead(_Fused):
    def parts(self, t):
        return [p.flatten(0, 1) for p in t.unflatten(0, (self.h, 3, self.dh)).unbind(1)]


class FusedInnermost(_Fused):
    def parts(self, t):
        return [p.flatten(0, 1) for p in t.unflatten(0, (self.h, self.dh, 3)).unbind(2)]


class FusedRaw(_Fused):
    """A raw [D, 3D] matrix, used as x @ W."""

    def build(self, D, H, E):
        self.qkv_weight, self.qkv_bias = matrix(D, 3 * D), matrix(3 * D)
        self.out_weight, self.out_bias = matrix(D, D), matrix(D)

    def project(self, q, k, v):
        w, b = self.qkv_weight.chunk(3, 1), self.qkv_bias.chunk(3)
        return [self.heads(x @ w[i] + b[i]) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return x @ self.out_weight + self.out_bias


class FusedRawByHead(FusedRaw):
    def project(self, q, k, v):
        w = self.qkv_weight.unflatten(1, (self.h, 3, self.dh))
        b = self.qkv_bias.unflatten(0, (self.h, 3, self.dh))
        return [torch.einsum("bsd,dhe->bhse", x, w[:, :, i]) + b[:, i, None] for i, x in enumerate((q, k, v))]


class FusedKeyValue(_Split):
    def build(self, D, H, E):
        self.to_q = nn.Linear(D, D)
        self.to_kv = nn.Linear(D, 2 * D)
        self.to_out = nn.Sequential(nn.Linear(D, D), nn.Dropout(0.0))

    def project(self, q, k, v):
        w, b = self.to_kv.weight.chunk(2), self.to_kv.bias.chunk(2)
        return [self.heads(x) for x in (self.to_q(q), F.linear(k, w[0], b[0]), F.linear(v, w[1], b[1]))]

    def out(self, x):
        return self.to_out(x)


class FusedQueryKey(_Split):
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


class HeadsByProjection(_Split):
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


class ModulePerHead(_Split):
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


class RawModulePerHead(_Split):
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


class FusedModulePerHead(_Split):
    def build(self, D, H, E):
        self.per_head = nn.ModuleList(nn.Linear(D, 3 * E) for _ in range(H))
        self.mix = nn.Linear(D, D)

    def project(self, q, k, v):
        return [
            torch.stack([m(x).chunk(3, -1)[i] for m in self.per_head], 1) for i, x in enumerate((q, k, v))
        ]

    def out(self, x):
        return self.mix(x)


class OneListOfAllHeads(_Split):
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


class RawTransposed(_Split):
    def build(self, D, H, E):
        for n in "qkvo":
            setattr(self, f"W_{n}", matrix(D, D))
            setattr(self, f"b_{n}", matrix(D))

    def project(self, q, k, v):
        return [
            self.heads(x @ getattr(self, f"W_{n}") + getattr(self, f"b_{n}"))
            for n, x in zip("qkv", (q, k, v), strict=True)
        ]

    def out(self, x):
        return x @ self.W_o + self.b_o


class RawAsLinear(RawTransposed):
    def project(self, q, k, v):
        return [
            self.heads(F.linear(x, getattr(self, f"W_{n}"), getattr(self, f"b_{n}")))
            for n, x in zip("qkv", (q, k, v), strict=True)
        ]

    def out(self, x):
        return F.linear(x, self.W_o, self.b_o)


class RawMixed(RawTransposed):
    """Queries, keys and values as x @ W, the way out as x @ W.T."""

    def out(self, x):
        return F.linear(x, self.W_o, self.b_o)


class RawListsByKind(_Split):
    """All matrices first, then all biases, in parameter lists."""

    def build(self, D, H, E):
        self.w = nn.ParameterList([matrix(D, D) for _ in range(4)])
        self.b = nn.ParameterList([matrix(D) for _ in range(4)])

    def project(self, q, k, v):
        return [self.heads(x @ self.w[i] + self.b[i]) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return x @ self.w[3] + self.b[3]


class RawUnknownPairing(_Split):
    """Names that say nothing, biases registered in another order than matrices."""

    def build(self, D, H, E):
        self.m1, self.m2, self.m3, self.m4 = (matrix(D, D) for _ in range(4))
        self.s_a, self.s_b, self.s_c, self.s_d = (matrix(D) for _ in range(4))

    def project(self, q, k, v):
        return [
            self.heads(q @ self.m1 + self.s_b),
            self.heads(k @ self.m2 + self.s_a),
            self.heads(v @ self.m3 + self.s_c),
        ]

    def out(self, x):
        return x @ self.m4 + self.s_d


class _Dense(nn.Module):
    def __init__(self, D, W):
        super().__init__()
        self.kernel, self.bias = matrix(D, W), matrix(W)

    def forward(self, x):
        return x @ self.kernel + self.bias


class OwnDense(_Linears):
    names = ("query", "key", "value", "dense")

    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, _Dense(D, D))


class _WeightDense(nn.Module):
    def __init__(self, D, W):
        super().__init__()
        self.weight, self.bias = matrix(D, W), matrix(W)

    def forward(self, x):
        return x @ self.weight + self.bias


class OwnDenseByContract(_Linears):
    """The contract's names on a square matrix that is kept as (in, out)."""

    names = ("q_proj", "k_proj", "v_proj", "out_proj")

    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, _WeightDense(D, D))


class _Einsum(_Split):
    into = "hde"
    outof = "hed"

    def build(self, D, H, E):
        size = {"h": H, "d": D, "e": E}
        for n in "qkv":
            setattr(self, f"w_{n}", matrix(*(size[c] for c in self.into)))
            setattr(self, f"b_{n}", self.bias(D, H, E))
        self.w_o = matrix(*(size[c] for c in self.outof))
        self.b_o = matrix(D)

    def bias(self, D, H, E):
        return matrix(H, E)

    def project(self, q, k, v):
        return [
            torch.einsum(f"bsd,{self.into}->bhse", x, getattr(self, f"w_{n}"))
            + getattr(self, f"b_{n}").reshape(self.h, 1, self.dh)
            for n, x in zip("qkv", (q, k, v), strict=True)
        ]

    def out(self, x):
        return torch.einsum(f"bshe,{self.outof}->bsd", x.unflatten(-1, (self.h, -1)), self.w_o) + self.b_o


class EinsumHeadFirst(_Einsum):
    pass


class EinsumModelFirst(_Einsum):
    into = "dhe"
    outof = "hed"


class EinsumSameShape(_Einsum):
    """In and out have the same shape [H, Dh, D]."""

    into = "hed"
    outof = "hed"


class EinsumModelFirstOut(_Einsum):
    into = "hde"
    outof = "dhe"


class EinsumFlatBias(_Einsum):
    def bias(self, D, H, E):
        return matrix(D)


class EinsumBroadcastBias(_Einsum):
    def bias(self, D, H, E):
        return matrix(1, H, 1, E)


class EinsumFused(_Split):
    def build(self, D, H, E):
        self.w_qkv, self.b_qkv = matrix(3, H, D, E), matrix(3, H, E)
        self.w_o, self.b_o = matrix(H, E, D), matrix(D)

    def project(self, q, k, v):
        return [
            torch.einsum("bsd,hde->bhse", x, self.w_qkv[i]) + self.b_qkv[i][:, None]
            for i, x in enumerate((q, k, v))
        ]

    def out(self, x):
        return torch.einsum("bshe,hed->bsd", x.unflatten(-1, (self.h, -1)), self.w_o) + self.b_o


class StackedThree(_Split):
    """[3, D, D] used as x @ W[i]."""

    def build(self, D, H, E):
        self.kernel, self.shift = matrix(3, D, D), matrix(3, D)
        self.final = nn.Linear(D, D)

    def project(self, q, k, v):
        return [self.heads(x @ self.kernel[i] + self.shift[i]) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.final(x)


class StackedFour(_Split):
    def build(self, D, H, E):
        self.W, self.B = matrix(4, D, D), matrix(4, D)

    def project(self, q, k, v):
        return [self.heads(F.linear(x, self.W[i], self.B[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return F.linear(x, self.W[3], self.B[3])


class Convolutions(_Linears):
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


class BiasesApart(_Split):
    """Linear without bias, and raw biases beside it."""

    def build(self, D, H, E):
        self.bias_q, self.bias_k, self.bias_v, self.bias_o = (matrix(D) for _ in range(4))
        self.q, self.k, self.v, self.o = (nn.Linear(D, D, bias=False) for _ in range(4))

    def project(self, q, k, v):
        return [
            self.heads(self.q(q) + self.bias_q),
            self.heads(self.k(k) + self.bias_k),
            self.heads(self.v(v) + self.bias_v),
        ]

    def out(self, x):
        return self.o(x) + self.bias_o


class HeadsAddedUp(ModulePerHead):
    """Each head has a way out of its own, and the results are added."""

    def build(self, D, H, E):
        self.heads_ = nn.ModuleList(_Head(D, E) for _ in range(H))
        self.ways_out = nn.ModuleList(nn.Linear(E, D, bias=False) for _ in range(H))
        self.bias = matrix(D)

    def out(self, x):
        return sum(m(part) for m, part in zip(self.ways_out, x.chunk(self.h, -1), strict=True)) + self.bias


class FusedConvolution(_Fused):
    def build(self, D, H, E):
        self.in_conv, self.out_conv = nn.Conv1d(D, 3 * D, 1), nn.Conv1d(D, D, 1)

    def project(self, q, k, v):
        w, b = self.in_conv.weight.squeeze(-1).chunk(3), self.in_conv.bias.chunk(3)
        return [self.heads(F.linear(x, w[i], b[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.out_conv(x.transpose(1, 2)).transpose(1, 2)


class SharedReferences(_Linears):
    """The same Linears under two names each."""

    names = ("query", "key", "value", "outward")

    def build(self, D, H, E):
        self.all = nn.ModuleList(nn.Linear(D, D) for _ in range(4))
        for name, module in zip(self.names, self.all, strict=True):
            self.add_module(name, module)


class NestedModules(_Split):
    def build(self, D, H, E):
        self.projections = nn.ModuleDict({n: nn.Linear(D, D) for n in ("value", "query", "key")})
        self.finish = nn.Sequential(nn.Linear(D, D))

    def project(self, q, k, v):
        p = self.projections
        return [self.heads(p["query"](q)), self.heads(p["key"](k)), self.heads(p["value"](v))]

    def out(self, x):
        return self.finish(x)


class WrongNoScale(UsualNames):
    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.project(query, key, value)
        merged, weights = attention(q * self.dh**0.5, k, v, blocked_mask)
        return self.out(merged), weights


class WrongMerge(MeaninglessNames):
    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.project(query, key, value)
        weights = (q @ k.transpose(-2, -1) / self.dh**0.5).softmax(-1)
        return self.out((weights @ v).reshape(query.shape)), weights


class WrongKeysFromQuery(RawTransposed):
    def project(self, q, k, v):
        return super().project(q, q, v)


class WrongOutputProjectionSkipped(FusedBlocks):
    def out(self, x):
        return x


class WrongSharedProjection(_Linears):
    names = ("q", "q", "v", "o")


class WrongWithoutBiases(_Linears):
    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, nn.Linear(D, D, bias=False))


class WrongExtraParameters(UsualNames):
    def build(self, D, H, E):
        super().build(D, H, E)
        self.temperature = nn.Parameter(torch.ones(1))
