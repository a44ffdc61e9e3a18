# Exercise 23: token_residual: rank collapse. Grade it with: grade exercise 23
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
from torch import Tensor


def token_residual(x: Tensor) -> Tensor:
    """Return how far the tokens of each sample are from their mean, relative to their size.

    x: [B, S, D], no sample all zero. Returns [B]: ||x - mean over tokens||_F / ||x||_F for each sample.
    0 = all tokens are equal, 1 = the mean token is zero. Multiplying x by a constant does not change the
    result. Does not modify x.
    """
    raise NotImplementedError("exercise 23: compare the tokens with their mean")
