# Exercise 21: TiedEmbedding with sinusoidal positions. Grade it with: grade exercise 21
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

import math

import torch
from torch import LongTensor, Tensor, nn


def sinusoidal_positions(length: int, dim: int) -> Tensor:
    """Return the table of positions, [length, dim], for an even dim and positions from 0.

    Column 2i holds sin(pos / 10000^(2i/dim)), column 2i + 1 the cosine of the same angle.
    """
    raise NotImplementedError("exercise 21: make the table of positions")


class TiedEmbedding(nn.Module):
    """Token vectors with positions, and logits from the same matrix.

    token: nn.Embedding(vocab, dim, padding_idx=pad_id)
    head: nn.Linear(dim, vocab, bias=False); head.weight IS token.weight, one and the same parameter
    positions: buffer, the first max_len positions
    forward(ids [B, S]) -> [B, S, dim]: token(ids) * sqrt(dim) + positions[:S]
    logits(h [..., dim]) -> [..., vocab]: head(h)
    """

    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 21: create token, head and positions")

    def forward(self, ids: LongTensor) -> Tensor:
        raise NotImplementedError("exercise 21: embed the ids")

    def logits(self, h: Tensor) -> Tensor:
        """Return one score per token of the vocabulary: h [..., dim] -> [..., vocab]."""
        raise NotImplementedError("exercise 21: turn hidden states into logits")
