# Exercise 15: masked_mean_pool: one vector a sentence. Grade it with: grade exercise 15
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
from torch import BoolTensor, Tensor


def masked_mean_pool(x: Tensor, is_pad: BoolTensor) -> Tensor:
    """One vector a sample: the mean over its real positions.

    x: [B, S, D], is_pad: [B, S], True = padding. Returns [B, D], mean over the real positions of each sample.
    NaN/inf at padded positions must not leak. A sample without real positions gives zeros. x is not modified;
    gradients at padded positions are exactly 0.
    """
    raise NotImplementedError("exercise 15: average the real positions of each sample")
