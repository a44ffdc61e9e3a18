"""The Post-LN layer of exercise 10, given to the exercises that build on it."""

from __future__ import annotations

import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import Tensor, nn


class PostLNEncoderLayer(nn.Module):
    """Post-LN, as in the 2017 paper: each sub-layer is added to its own input, and the sum is normalised."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.ffn_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """Return [B, S, D].

        x: [B, S, D]; source_blocked_mask: [B, 1, 1, S] bool, True = may not be attended to.
        """
        for update, norm in ((self._attend, self.attn_norm), (self._feed, self.ffn_norm)):
            x = norm(torch.add(update(x, source_blocked_mask), x))
        return x

    def _attend(self, x: Tensor, mask: Tensor | None) -> Tensor:
        attended: Tensor = self.self_attn(*(x,) * 3, mask)[0]
        return attended

    def _feed(self, x: Tensor, _: Tensor | None) -> Tensor:
        fed: Tensor = self.ffn(x)
        return fed
