# Exercise 22: ffn_grad_profile: Pre-LN and Post-LN with depth. Grade it with: grade exercise 22
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


def ffn_grad_profile(model: nn.Module, x: Tensor, loss_fn: Callable[[Tensor], Tensor]) -> list[float]:
    """Return the size of the gradient of each layer's second FFN weight, first layer first.

    model.layers[i].ffn.net[3].weight exists for every i.
    Runs one forward and one backward pass of loss_fn(model(x)), and returns the Frobenius norms of the
    gradients of these weights as Python floats. A second call returns the same numbers. Does not change
    any parameter.
    """
    raise NotImplementedError("exercise 22: measure the gradients")
