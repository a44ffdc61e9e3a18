# Exercise 18: Repair shop I: a block around nn.MultiheadAttention. Grade it with: grade exercise 18
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
from course.blocks import FeedForward
from torch import BoolTensor, Tensor, nn


class TransformerEncoderBlock(nn.Module):
    """A Post-LN encoder block around nn.MultiheadAttention. Repair it.

    Keep nn.MultiheadAttention (as self_attn), ffn, norm1, norm2, dropout and the Post-LN structure.
    forward(x [B, S, d_model], is_pad=None [B, S]) -> [B, S, d_model]
      x is batch-first; is_pad is bool, True = padding: every query ignores the padded keys of its sample.
    Does not modify x or is_pad.
    """

    def __init__(self, d_model: int = 512, n_heads: int = 8, d_ff: int = 2048, dropout: float = 0.1) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(embed_dim=d_model, num_heads=n_heads, dropout=dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, is_pad: BoolTensor | None = None) -> Tensor:
        attended, _weights = self.self_attn(query=x, key=x, value=x, attn_mask=is_pad)
        attended_and_normed = self.norm1(x + self.dropout(attended))
        return self.norm2(attended_and_normed + self.ffn(attended_and_normed))
