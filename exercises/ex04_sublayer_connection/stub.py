# Exercise 4: SublayerConnection: residual and norm. Grade it with: grade exercise 4
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
from torch import Tensor, nn


class SublayerConnection(nn.Module):
    """The frame around a sub-layer: residual connection, norm and dropout.

    Parts: norm (nn.LayerNorm(dim) or your own), dropout (nn.Dropout). Other names are recognised too.
    forward(x: [B, S, dim], sublayer: Callable[[Tensor], Tensor]) -> [B, S, dim]
      norm_first=True  (Pre-LN):  x + dropout(sublayer(norm(x)))
      norm_first=False (Post-LN): norm(x + dropout(sublayer(x)))
    Calls the sub-layer, a function or a module, exactly once. Raises ValueError if its result does not have
    exactly the shape of x: broadcasting must not hide a bug. Does not modify x; the skip connection keeps
    its gradient.
    """

    def __init__(self, dim: int, dropout: float = 0.0, norm_first: bool = True) -> None:
        super().__init__()
        raise NotImplementedError("exercise 4: create norm and dropout")

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        raise NotImplementedError("exercise 4: connect x and the sub-layer")
