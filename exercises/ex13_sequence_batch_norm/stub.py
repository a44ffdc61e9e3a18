# Exercise 13: SequenceBatchNorm: what LayerNorm is not. Grade it with: grade exercise 13
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

import torch
from torch import Tensor, nn


class SequenceBatchNorm(nn.Module):
    """Batch normalisation of a [B, S, dim] tensor: one mean and one variance per channel.

    Parameters: weight [dim] (ones), bias [dim] (zeros).
    Buffers: running_mean [dim] (zeros), running_var [dim] (ones).
    forward(x [B, S, dim]) -> [B, S, dim]
      training mode: normalises each channel with its mean and BIASED variance over batch and positions,
        and updates running = (1 - momentum) * running + momentum * batch, with the UNBIASED variance
      eval mode: normalises with the running values and updates nothing
    Does not mask padding. Does not use nn.BatchNorm1d, F.batch_norm or their relatives.
    """

    def __init__(self, dim: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
        super().__init__()
        raise NotImplementedError("exercise 13: create two parameters and two buffers")

    def forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError("exercise 13: normalise each channel")
