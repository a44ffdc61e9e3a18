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
    """[length, dim]; even columns sin(pos / 10000^(2i/dim)), odd columns cos; positions from 0; dim even."""
    raise NotImplementedError("exercise 21: make the table of positions")


class TiedEmbedding(nn.Module):
    """Token vectors with positions, and logits from the very same matrix.

    token: nn.Embedding(vocab, dim, padding_idx=pad_id); head: Linear(dim, vocab, bias=False) with head.weight
    IS token.weight; positions: buffer.
    forward(ids [B, S]) = token(ids) * sqrt(dim) + positions[:S];  logits(h [..., dim]) = head(h).
    """

    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        raise NotImplementedError("exercise 21: create token, head and positions")

    def forward(self, ids: LongTensor) -> Tensor:
        raise NotImplementedError("exercise 21: embed the ids")

    def logits(self, h: Tensor) -> Tensor:
        """h: [..., dim]. Returns [..., vocab]."""
        raise NotImplementedError("exercise 21: turn hidden states into logits")
