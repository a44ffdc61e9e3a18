"""Reference for exercise 20: the decoder layer of Vaswani et al. (2017), section 3.1, with the norms of
Xiong et al. (2020).
"""

import torch
from torch import BoolTensor, Tensor, nn

from ..ex03_feed_forward.solution import FeedForward
from ..ex07_multi_head_attention.solution import MultiHeadAttention


def causal_blocked_mask(size: int, device: torch.device | str | None = None) -> BoolTensor:
    """[1, 1, size, size] bool; True strictly above the diagonal."""
    return torch.ones(1, 1, size, size, dtype=torch.bool, device=device).triu(1)


def combine_blocked_masks(a: BoolTensor, b: BoolTensor) -> BoolTensor:
    """Two masks that broadcast -> their union: blocked where either blocks."""
    return a | b


class DecoderLayer(nn.Module):
    """x + self_attn(norm(x)), then + cross_attn(norm(.), memory), then + ffn(norm(.)); three norms, two
    attentions.
    """

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_norm = nn.LayerNorm(dim)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_blocked_mask: BoolTensor | None = None,
        source_blocked_mask: BoolTensor | None = None,
    ) -> Tensor:
        """x: [B, T, dim], memory: [B, S, dim], masks: [B or 1, 1, T, T] and [B, 1, 1, S] -> [B, T, dim]."""
        n = self.self_norm(x)
        x = x + self.self_attn(n, n, n, target_blocked_mask)[0]
        x = x + self.cross_attn(self.cross_norm(x), memory, memory, source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
