# Exercise 6: Scaled dot-product attention. Grade it with: grade exercise 6
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


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, blocked_mask: BoolTensor | None = None
) -> tuple[Tensor, Tensor]:
    """Average the values for each query, weighted by how well the query matches the keys.

    q: [..., Sq, d], k: [..., Sk, d], v: [..., Sk, dv];
    blocked_mask: bool, broadcastable to [..., Sq, Sk], True = blocked.
    Returns (output [..., Sq, dv], weights [..., Sq, Sk]); weights = softmax(q k^T / sqrt(d)) over the keys.
    Blocked keys get weight exactly 0, for scores of any size. A query whose keys are all blocked gets
    weights 0, output 0 and finite gradients. Large scores do not overflow. Does not modify its inputs.
    Does not use F.scaled_dot_product_attention.
    """
    raise NotImplementedError("exercise 6: scores, mask, weights, output")
