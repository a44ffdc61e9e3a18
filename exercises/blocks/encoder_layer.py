"""The Pre-LN layer of exercise 8, given to the exercises that build on it."""

from __future__ import annotations

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
        normed = self.attn_norm(x)
        attended, _ = self.self_attn(normed, normed, normed, source_blocked_mask)
        h: Tensor = x + attended
        y: Tensor = h + self.ffn(self.ffn_norm(h))
        return y
