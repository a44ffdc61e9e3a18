# Exercise 16: masked_cross_entropy: a loss without padding. Grade it with: grade exercise 16
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
from torch import BoolTensor, LongTensor, Tensor


def masked_cross_entropy(logits: Tensor, targets: LongTensor, is_pad: BoolTensor) -> Tensor:
    """Return the mean of -log softmax(logits)[target] over ALL valid tokens of the batch, a scalar.

    logits: [B, S, V]; targets: [B, S], int64; is_pad: [B, S], bool, True = padding.
    Targets at padded positions may be anything (-1, out of range); logits there may be NaN.
    The gradient at padded positions is exactly 0. Without any valid token, the result is 0 with a gradient
    of 0. Does not modify its inputs.
    """
    raise NotImplementedError("exercise 16: average the loss over the valid tokens")
