"""The embedding of exercise 21, given to the exercises that build on it."""

from __future__ import annotations

import math

import torch
from course.blocks import sinusoidal_positions
from torch import Tensor, nn


class TiedEmbedding(nn.Module):
    """Token vectors with positions on the way in; the same matrix makes logits on the way out."""

    positions: Tensor

    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self._draw_token_vectors(pad_id)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))  # [max_len, dim]

    def _draw_token_vectors(self, pad_id: int) -> None:
        # Small, so that after the factor sqrt(dim) they are as large as the positions that are added to them.
        dim = self.token.embedding_dim
        nn.init.normal_(self.token.weight, std=1 / math.sqrt(dim))
        nn.init.zeros_(self.token.weight[pad_id])

    def forward(self, ids: Tensor) -> Tensor:
        """ids: [B, S] int64, S <= max_len. Returns [B, S, D]."""
        positions = self.positions.narrow(0, 0, ids.size(1))  # [S, D]
        return torch.add(positions, self.token(ids), alpha=math.sqrt(self.token.embedding_dim))  # [B, S, D]

    def logits(self, h: Tensor) -> Tensor:
        """h: [..., D]. Returns [..., vocab]."""
        return torch.tensordot(h, self.head.weight, dims=([-1], [1]))
