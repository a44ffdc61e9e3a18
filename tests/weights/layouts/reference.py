"""The modules whose parameter paths are the roles."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def attention(q: Tensor, k: Tensor, v: Tensor, blocked: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """q: [B, H, Sq, Dh]; k, v: [B, H, Sk, Dh]. Returns heads merged [B, Sq, D] and weights [B, H, Sq, Sk]."""
    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    if blocked is not None:
        scores = scores.masked_fill(blocked, -1e9)
    weights = scores.softmax(-1)
    return (weights @ v).transpose(1, 2).flatten(2), weights


class MultiHeadAttention(nn.Module):
    """The contract of exercise 7."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.q_proj, self.k_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.v_proj, self.out_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q, k, v = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        merged, weights = attention(self.split(q), self.split(k), self.split(v), blocked_mask)
        return self.out_proj(merged), weights


class FeedForward(nn.Module):
    """The contract of exercise 3."""

    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(dim, hidden_dim),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden_dim, dim),
            nn.Dropout(dropout),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x)


class SwiGLUFeedForward(nn.Module):
    """The contract of exercise 17."""

    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(torch.nn.functional.silu(self.gate_proj(x)) * self.up_proj(x))


class EncoderLayer(nn.Module):
    """The contract of exercise 8."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.attn_norm(x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return h + self.ffn(self.ffn_norm(h))


class TiedEmbedding(nn.Module):
    """The weights of exercise 21."""

    def __init__(self, vocab: int, dim: int) -> None:
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight

    def forward(self, h: Tensor) -> Tensor:
        return self.head(h)
