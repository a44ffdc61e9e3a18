# Exercise 14: RMSNorm. Grade it with: grade exercise 14
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


class RMSNorm(nn.Module):
    """Divide each token by its root mean square, and multiply each feature by a weight.

    Parameter: weight [dim] (ones); no bias.
    forward(x [..., dim]) -> [..., dim]: x / sqrt(mean(x^2) + eps) * weight, over the last axis.
    float16 and bfloat16 inputs: statistics in float32, result in the dtype of the input.
    Does not modify x. Does not use F.rms_norm, torch.rms_norm or nn.RMSNorm.
    """

    def __init__(self, dim: int, eps: float = 1e-6) -> None:
        super().__init__()
        raise NotImplementedError("exercise 14: create the weight")

    def forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError("exercise 14: normalise each token by its root mean square")
