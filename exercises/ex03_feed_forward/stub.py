# Exercise 3: FeedForward. Grade it with: grade exercise 3
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


class FeedForward(nn.Module):
    """The position-wise feed-forward network: widen, activate, project back.

    Linear(dim, hidden_dim) -> ReLU -> Dropout(dropout) -> Linear(hidden_dim, dim) -> Dropout(dropout).
    Both Linear layers have a bias: exactly 4 parameter tensors, 2*dim*hidden_dim + hidden_dim + dim numbers.
    forward(x: [..., dim]) -> [..., dim] treats each vector on the last axis separately.
    dropout is the probability of dropping; in training, kept values are multiplied by 1 / (1 - dropout).
    No residual connection and no normalisation inside. Deterministic in eval mode. Does not modify x.
    """

    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 3: create the layers")

    def forward(self, x: Tensor) -> Tensor:
        raise NotImplementedError("exercise 3: send x through the layers")
