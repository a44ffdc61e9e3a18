# Exercise 19: Repair shop II: an encoder with four bugs. Grade it with: grade exercise 19
#
# The contract of the whole course
#   - Batch-first: [B, S, D] is batch, sequence, features. H heads, Dh = D / H, F hidden features.
#   - A mask is torch.bool, and True means BLOCKED.
#   - Inputs are never changed in place.
#   - The output has the dtype and the device of the input.
#   - In eval mode the same input gives the same output.
#   - A query whose keys are all blocked gets weights 0 and attention output 0 (before the output
#     projection), with finite gradients.
# Names inside your code are your own, except those that the docstring fixes.

from collections.abc import Callable

import torch
from torch import BoolTensor, Tensor, nn


class Encoder(nn.Module):
    """num_layers layers one after the other, then one LayerNorm. Repair all four bugs.

    layers: num_layers modules, in order, with one call of layer_factory() per layer.
    final_norm: nn.LayerNorm(dim).
    forward(x [B, S, dim], source_blocked_mask=None [B, 1, 1, S]) -> [B, S, dim]
      x = layer(x, source_blocked_mask) for every layer in order, then final_norm once
    num_layers = 0 is allowed and gives final_norm(x).
    """

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        prototype = layer_factory()
        self.layers = [prototype] * num_layers
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        hidden = x
        for layer in self.layers:
            hidden = layer(hidden)
        return hidden
