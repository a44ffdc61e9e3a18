# Exercise 20: Causal mask, mask union, DecoderLayer. Grade it with: grade exercise 20
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
from course.blocks import FeedForward, MultiHeadAttention
from torch import BoolTensor, Tensor, nn


def causal_blocked_mask(size: int, device: torch.device | str | None = None) -> BoolTensor:
    """Return the causal mask [1, 1, size, size], bool, True (blocked) strictly above the diagonal."""
    raise NotImplementedError("exercise 20: block the future")


def combine_blocked_masks(a: BoolTensor, b: BoolTensor) -> BoolTensor:
    """Return the union of two masks, with broadcasting: blocked if either of them blocks."""
    raise NotImplementedError("exercise 20: combine the two masks")


class DecoderLayer(nn.Module):
    """One Pre-LN decoder layer: self-attention, cross-attention to the memory, then the FFN.

    Attributes: self_norm, cross_norm, ffn_norm, self_attn, cross_attn, ffn.
    forward(x [B, T, dim], memory [B, S, dim], target_blocked_mask=None [B|1, 1, T, T],
            source_blocked_mask=None [B, 1, 1, S]) -> [B, T, dim]
      x = x + self_attn(self_norm(x) as q, k, v, target mask)
      x = x + cross_attn(cross_norm(x), memory, memory, source mask)
      x = x + ffn(ffn_norm(x))
    Uses memory as it is, without normalising it again. Does not modify its inputs.
    """

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 20: create three norms, two attentions and the FFN")

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_blocked_mask: BoolTensor | None = None,
        source_blocked_mask: BoolTensor | None = None,
    ) -> Tensor:
        raise NotImplementedError("exercise 20: run the three sub-layers")
