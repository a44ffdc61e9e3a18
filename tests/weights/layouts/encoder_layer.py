"""Exercise 8 with its parts built, named and ordered in every way that is met."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tests.weights.layouts import attention_by_head, attention_linear, attention_raw
from tests.weights.layouts import feed_forward as ffns
from tests.weights.layouts.attention_base import matrix
from tests.weights.layouts.reference import EncoderLayer, FeedForward, MultiHeadAttention
from tests.weights.layouts.reference import attention as scaled_attention


class ContractNames(EncoderLayer):
    pass


class _Layer(nn.Module):
    """Four parts under the names of `names`, in the order of `registered`."""

    names = ("norm1", "attn", "norm2", "mlp")
    registered = (0, 1, 2, 3)
    attention: type[nn.Module] = attention_linear.UsualNames
    network: type[nn.Module] = ffns.UsualNames
    norm: type[nn.Module] = nn.LayerNorm

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        makers = (
            lambda: self.norm(dim),
            lambda: self.attention(dim, num_heads),
            lambda: self.norm(dim),
            lambda: self.network(dim, hidden_dim),
        )
        for i in self.registered:
            self.add_module(self.names[i], makers[i]())

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        first, attend, second, network = (getattr(self, name) for name in self.names)
        n = first(x)
        x = x + attend(n, n, n, source_blocked_mask)[0]
        return x + network(second(x))


class UsualNames(_Layer):
    pass


class TorchOrder(_Layer):
    """Attention, network, then both norms, as torch registers them."""

    names = ("ln_1", "self_attention", "ln_2", "feed")
    registered = (1, 3, 0, 2)
    attention = attention_linear.FusedBlocks
    network = ffns.SequentialWithoutDropout


class NormsRegisteredBackwards(_Layer):
    names = ("norm_before_attention", "mha", "norm_before_ffn", "ff")
    registered = (2, 0, 3, 1)
    attention = attention_linear.LinearNames


class NormsBackwardsWithoutNames(_Layer):
    names = ("one", "two", "three", "four")
    registered = (2, 0, 3, 1)
    attention = attention_linear.MeaninglessNames
    network = ffns.Raw


class FusedByHead(_Layer):
    attention = attention_linear.FusedByHead
    network = ffns.Convolutions


class PerHead(_Layer):
    attention = attention_by_head.ModulePerHead
    network = ffns.RawMixed


class Einsum(_Layer):
    attention = attention_raw.EinsumHeadFirst
    network = ffns.Raw


class OtherInsideContractNames(_Layer):
    names = ("attn_norm", "self_attn", "ffn_norm", "ffn")
    attention = attention_linear.FusedKeyValue
    network = ffns.SequentialWithoutDropout


class TorchInside(_Layer):
    attention = attention_linear.TorchAttention


class _OwnNorm(nn.Module):
    def __init__(self, D):
        super().__init__()
        self.a_2, self.b_2 = matrix(D), matrix(D)

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.a_2, self.b_2)


class OwnNorms(_Layer):
    names = ("ln_attn", "attend", "ln_ff", "pff")
    norm = _OwnNorm
    network = ffns.RegisteredBackwards


class _ShiftFirstNorm(nn.Module):
    def __init__(self, D):
        super().__init__()
        self.u, self.z = matrix(D), matrix(D)

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.z, self.u)


class NamelessNorms(_Layer):
    norm = _ShiftFirstNorm
    attention = attention_linear.ListOfFour


class Sublayers(nn.Module):
    """Norms kept inside of wrappers, as in the annotated code of 2018."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads)
        self.feed_forward = ffns.RegisteredBackwards(dim, hidden_dim)
        self.sublayer = nn.ModuleList(nn.ModuleDict({"norm": _OwnNorm(dim)}) for _ in range(2))

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.sublayer[0]["norm"](x)
        x = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return x + self.feed_forward(self.sublayer[1]["norm"](x))


class AllInOneModule(nn.Module):
    """Linears of both sub-layers on one module."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.h = num_heads
        self.linear1, self.linear2 = nn.Linear(dim, hidden_dim), nn.Linear(hidden_dim, dim)
        self.query, self.key, self.value = (nn.Linear(dim, dim) for _ in range(3))
        self.proj = nn.Linear(dim, dim)
        self.ln1, self.ln2 = nn.LayerNorm(dim), nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.ln1(x)
        q, k, v = (
            m(n).unflatten(-1, (self.h, -1)).transpose(1, 2) for m in (self.query, self.key, self.value)
        )
        merged, _ = scaled_attention(q, k, v, source_blocked_mask)
        x = x + self.proj(merged)
        return x + self.linear2(self.linear1(self.ln2(x)).relu())


class AllRaw(nn.Module):
    """Sixteen raw parameters on one module."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.h = num_heads
        for name in ("Wq", "Wk", "Wv", "Wo"):
            setattr(self, name, matrix(dim, dim))
        for name in ("bq", "bk", "bv", "bo", "gamma1", "beta1", "gamma2", "beta2", "b2"):
            setattr(self, name, matrix(dim))
        self.W1, self.b1, self.W2 = matrix(dim, hidden_dim), matrix(hidden_dim), matrix(hidden_dim, dim)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = F.layer_norm(x, x.shape[-1:], self.gamma1, self.beta1)
        pairs = ((self.Wq, self.bq), (self.Wk, self.bk), (self.Wv, self.bv))
        q, k, v = ((n @ w + b).unflatten(-1, (self.h, -1)).transpose(1, 2) for w, b in pairs)
        merged, _ = scaled_attention(q, k, v, source_blocked_mask)
        x = x + merged @ self.Wo + self.bo
        n = F.layer_norm(x, x.shape[-1:], self.gamma2, self.beta2)
        return x + (n @ self.W1 + self.b1).relu() @ self.W2 + self.b2


class WrongPostNorm(_Layer):
    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        x = self.norm1(x + self.attn(x, x, x, source_blocked_mask)[0])
        return self.norm2(x + self.mlp(x))


class WrongMaskDropped(_Layer):
    attention = attention_linear.MeaninglessNames

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        return super().forward(x, None)


class WrongNormsSwapped(_Layer):
    """The contract's names, each norm used at the other's place: a name binds, so this must not fit."""

    names = ("attn_norm", "self_attn", "ffn_norm", "ffn")
    attention = MultiHeadAttention
    network = FeedForward

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.ffn_norm(x)
        x = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return x + self.ffn(self.attn_norm(x))


class WrongOneNorm(_Layer):
    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.norm1(x)
        x = x + self.attn(n, n, n, source_blocked_mask)[0]
        return x + self.mlp(self.norm1(x))


class WrongNoFfnResidual(_Layer):
    attention = attention_raw.RawTransposed
    network = ffns.Raw

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.norm1(x)
        x = x + self.attn(n, n, n, source_blocked_mask)[0]
        return self.mlp(self.norm2(x))


class WrongUnbiasedNorm(_Layer):
    class norm(nn.Module):  # noqa: N801
        def __init__(self, D):
            super().__init__()
            self.g, self.b = matrix(D), matrix(D)

        def forward(self, x):
            x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True) + 1e-5)
            return x * self.g + self.b
