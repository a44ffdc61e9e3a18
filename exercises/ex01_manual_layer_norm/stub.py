# Exercise 1: Layer normalisation by hand. Grade it with: grade exercise 1
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


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """Normalise every token over the LAST axis.

    x: [..., D] floating point; gamma, beta: [D], same dtype and device as x.
    Returns gamma * (x - mean) / sqrt(var + eps) + beta with the shape and dtype of x. The mean and the
    BIASED variance (divided by D) are taken over the last axis, for each token separately.
    Works for any number of leading axes ([D], [S, D], [B, S, D], ...). A token whose features are all
    equal gives beta, up to rounding, with no NaN in the output or in the gradient; so does D = 1.
    Does not modify x. Does not use F.layer_norm, nn.LayerNorm or any other ready-made normalisation.
    Half precision: the result has the dtype of x (float32 may be used internally).
    """
    raise NotImplementedError("exercise 1: normalise each token over its last axis")
