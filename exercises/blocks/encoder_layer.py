"""The Pre-LN layer of exercise 8, given to the exercises that build on it."""

from __future__ import annotations

import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import Tensor, nn


class EncoderLayer(nn.Module):
    """Pre-LN: attention, then feed-forward, each on normalised input and each added to the stream x."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """Return [B, S, D].

        x: [B, S, D]; source_blocked_mask: [B, 1, 1, S] bool, True = may not be attended to.
        """
        for norm, update in ((self.attn_norm, self._attend), (self.ffn_norm, self._feed)):
            x = torch.add(update(norm(x), source_blocked_mask), x)
        return x

    def _attend(self, normed: Tensor, mask: Tensor | None) -> Tensor:
        attended: Tensor = self.self_attn(*(normed,) * 3, mask)[0]
        return attended

    def _feed(self, normed: Tensor, _: Tensor | None) -> Tensor:
        fed: Tensor = self.ffn(normed)
        return fed
