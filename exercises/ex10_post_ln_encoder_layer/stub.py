# Exercise 10: PostLNEncoderLayer. Grade it with: grade exercise 10
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

# Given: these do what exercises 3 and 7 ask for. To use your own instead, delete the next line.
from course.blocks import FeedForward, MultiHeadAttention
from torch import BoolTensor, Tensor, nn


class PostLNEncoderLayer(nn.Module):
    """One Post-LN encoder layer, as in the paper of 2017: sub-layer, sum, norm, twice.

    Constructor and parts as in exercise 8: attn_norm, ffn_norm (layer norms with eps 1e-5, nn.LayerNorm or
    your own), self_attn (MultiHeadAttention), ffn (FeedForward). Other names are recognised too.
    forward(x [B,S,dim], source_blocked_mask=None [B,1,1,S]) -> [B,S,dim]
      h = attn_norm(x + self_attn(x, x, x, blocked_mask)[0])
      y = ffn_norm(h + ffn(h))
    Output rows at padded positions are computed like any others; later code must ignore them.
    Does not modify x.
    """

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 10: create two norms, the attention and the feed-forward network")

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        raise NotImplementedError("exercise 10: two sub-layers, each followed by addition and norm")
