# Exercise 17: gelu and SwiGLUFeedForward. Grade it with: grade exercise 17
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

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def gelu(x: Tensor) -> Tensor:
    """Return x * Phi(x), elementwise, in the exact form with erf. Does not use F.gelu or nn.GELU."""
    raise NotImplementedError("exercise 17: compute gelu with erf")


class SwiGLUFeedForward(nn.Module):
    """A gated feed-forward network with three matrices and no biases.

    gate_proj, up_proj: nn.Linear(dim, hidden_dim, bias=False)
    down_proj: nn.Linear(hidden_dim, dim, bias=False)
    forward(x [..., dim]) -> [..., dim]: down_proj(silu(gate_proj(x)) * up_proj(x)).
    It has 3 * dim * hidden_dim parameters in total.
    """

    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        raise NotImplementedError("exercise 17: create the three projections")

    def forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError("exercise 17: gate, multiply, project")
