# Exercise 9: Encoder: a stack of layers. Grade it with: grade exercise 9
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
    """A stack of num_layers layers, followed by one LayerNorm.

    Attributes: layers, an nn.ModuleList of num_layers modules made by calling layer_factory() once per
    layer; final_norm, an nn.LayerNorm(dim) or your own norm.
    forward(x, source_blocked_mask=None): x = layer(x, source_blocked_mask) for every layer in order, then
    final_norm once. Returns a tensor.
    With num_layers = 0, the result is final_norm(x). Does not modify x.
    """

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        raise NotImplementedError("exercise 9: make the layers and the final norm")

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        raise NotImplementedError("exercise 9: send x through the layers and the final norm")
