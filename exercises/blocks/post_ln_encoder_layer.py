"""The Post-LN layer of exercise 10, given to the exercises that build on it."""

from __future__ import annotations

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
        attended, _ = self.self_attn(x, x, x, source_blocked_mask)
        h: Tensor = self.attn_norm(x + attended)
        y: Tensor = self.ffn_norm(h + self.ffn(h))
        return y
