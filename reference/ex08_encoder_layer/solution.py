"""Reference for exercise 8: the Pre-LN encoder layer of Xiong et al. (2020), figure 1(b)."""

from torch import BoolTensor, Tensor, nn

from ..ex03_feed_forward.solution import FeedForward
from ..ex07_multi_head_attention.solution import MultiHeadAttention


class EncoderLayer(nn.Module):
    """h = x + attention(norm(x)); y = h + ffn(norm(h)); the norms are two."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        """x: [B, S, dim]; source_blocked_mask: [B, 1, 1, S] bool, True = blocked key. Returns [B, S, dim]."""
        n = self.attn_norm(x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return h + self.ffn(self.ffn_norm(h))
