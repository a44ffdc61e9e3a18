"""The stack of exercise 9, given to the exercises that build on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from torch import Tensor, nn


class Encoder(nn.Module):
    """`num_layers` layers with parameters of their own, in a row, and a LayerNorm behind the last."""

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """x: [B, S, D]; source_blocked_mask goes to every layer unchanged. Returns [B, S, D]."""

        def through(passed: Tensor, layer: nn.Module) -> Tensor:
            output: Tensor = layer(passed, source_blocked_mask)
            return output

        normed: Tensor = self.final_norm(reduce(through, self.layers, x))
        return normed
