# expect: runtime_error
# says: self.self_attn(...) returns a pair
# says: self.self_attn(...)[0]
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)
        return h + self.ffn(self.ffn_norm(h))
