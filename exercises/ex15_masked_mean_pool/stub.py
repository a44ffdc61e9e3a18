# Exercise 15: masked_mean_pool: one vector per sentence. Grade it with: grade exercise 15
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
    """Return one vector per sample: the mean over its real positions.

    x: [B, S, D]; is_pad: [B, S], bool, True = padding. Returns [B, D].
    NaN and infinity at padded positions do not reach the result. A sample without any real position gives
    zeros. The gradient at padded positions is exactly 0. Does not modify x.
    """
    raise NotImplementedError("exercise 15: average the real positions of each sample")
