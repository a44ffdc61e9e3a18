"""Exercise 7 with raw parameters, einsum weights and hand-written linear maps."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from tests.weights.layouts.attention_base import Fused, Linears, Split, matrix


class FusedRaw(Fused):
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


class RawTransposed(Split):
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


class RawListsByKind(Split):
    """All matrices first, then all biases, in parameter lists."""

    def build(self, D, H, E):
        self.w = nn.ParameterList([matrix(D, D) for _ in range(4)])
        self.b = nn.ParameterList([matrix(D) for _ in range(4)])

    def project(self, q, k, v):
        return [self.heads(x @ self.w[i] + self.b[i]) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return x @ self.w[3] + self.b[3]


class RawUnknownPairing(Split):
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


class OwnDense(Linears):
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


class OwnDenseByContract(Linears):
    """The contract's names on a square matrix that is kept as (in, out)."""

    names = ("q_proj", "k_proj", "v_proj", "out_proj")

    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, _WeightDense(D, D))


class _Einsum(Split):
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


class EinsumFused(Split):
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


class StackedThree(Split):
    """[3, D, D] used as x @ W[i]."""

    def build(self, D, H, E):
        self.kernel, self.shift = matrix(3, D, D), matrix(3, D)
        self.final = nn.Linear(D, D)

    def project(self, q, k, v):
        return [self.heads(x @ self.kernel[i] + self.shift[i]) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.final(x)


class StackedFour(Split):
    def build(self, D, H, E):
        self.W, self.B = matrix(4, D, D), matrix(4, D)

    def project(self, q, k, v):
        return [self.heads(F.linear(x, self.W[i], self.B[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return F.linear(x, self.W[3], self.B[3])


class BiasesApart(Split):
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
