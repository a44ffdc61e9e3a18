# Exercise 7: MultiHeadAttention. Grade it with: grade exercise 7
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
from torch import BoolTensor, Tensor, nn


class MultiHeadAttention(nn.Module):
    """Attention in num_heads heads at once, each with its own slice of the features.

    q_proj, k_proj, v_proj, out_proj: nn.Linear(dim, dim) with bias (4 dim^2 + 4 dim parameters).
    Raises ValueError if dim is not divisible by num_heads.
    forward(query [B,Sq,dim], key [B,Sk,dim], value [B,Sk,dim],
            blocked_mask=None broadcastable to [B,H,Sq,Sk])
      -> (output [B,Sq,dim], weights [B,H,Sq,Sk]).
    Head h uses the contiguous features h*dim/H ... (h+1)*dim/H - 1. Scale 1/sqrt(dim/H).
    Dropout acts only on the attention weights; the returned weights are those before dropout.
    A query whose keys are all blocked gets weights 0. Does not modify its inputs.
    """

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 7: create the four projections")

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: BoolTensor | None = None
    ) -> tuple[Tensor, Tensor]:
        raise NotImplementedError("exercise 7: project, split, attend, merge, project")
