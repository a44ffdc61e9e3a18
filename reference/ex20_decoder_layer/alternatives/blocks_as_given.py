"""The given blocks under the contract's names."""

import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import BoolTensor, Tensor, nn


def causal_blocked_mask(size: int, device: torch.device | str | None = None) -> BoolTensor:
    """Upper triangle of ones."""
    return torch.triu(torch.ones(size, size, dtype=torch.bool, device=device), diagonal=1)[None, None]


def combine_blocked_masks(a: BoolTensor, b: BoolTensor) -> BoolTensor:
    """Either blocks."""
    return torch.logical_or(a, b)


class DecoderLayer(nn.Module):
    """Registered from the FFN upwards."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.self_norm = nn.LayerNorm(dim)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_blocked_mask: BoolTensor | None = None,
        source_blocked_mask: BoolTensor | None = None,
    ) -> Tensor:
        q = self.self_norm(x)
        attended, _ = self.self_attn(q, q, q, blocked_mask=target_blocked_mask)
        x = x + attended
        attended, _ = self.cross_attn(self.cross_norm(x), memory, memory, blocked_mask=source_blocked_mask)
        x = x + attended
        return x + self.ffn(self.ffn_norm(x))
