"""What the attention modules of this folder share: how they split heads, attend and go out."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tests.weights.layouts.reference import attention


def matrix(*shape: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(*shape))


class Split(nn.Module):
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


class Linears(Split):
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


class Fused(Split):
    def build(self, D, H, E):
        self.qkv = nn.Linear(D, 3 * D)
        self.proj = nn.Linear(D, D)

    def project(self, q, k, v):
        w, b = self.parts(self.qkv.weight), self.parts(self.qkv.bias)
        return [self.heads(F.linear(x, w[i], b[i])) for i, x in enumerate((q, k, v))]

    def out(self, x):
        return self.proj(x)
