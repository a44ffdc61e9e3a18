"""Reference for exercise 10: the encoder layer of Vaswani et al. (2017), section 3.1, LN(x + sublayer(x))."""

from torch import BoolTensor, Tensor, nn

from ..ex03_feed_forward.solution import FeedForward
from ..ex07_multi_head_attention.solution import MultiHeadAttention


class PostLNEncoderLayer(nn.Module):
    """h = norm(x + attention(x)); y = norm(h + ffn(h)); the norms are two."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.ffn_norm = nn.LayerNorm(dim)

    def forward(self, x: Tensor, source_blocked_mask: BoolTensor | None = None) -> Tensor:
        """x: [B, S, dim]; source_blocked_mask: [B, 1, 1, S] bool, True = blocked key. Returns [B, S, dim]."""
        h = self.attn_norm(x + self.self_attn(x, x, x, source_blocked_mask)[0])
        return self.ffn_norm(h + self.ffn(h))
