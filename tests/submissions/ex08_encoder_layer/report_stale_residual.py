# expect: enc-stale-residual
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        after_attention = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(after_attention))  # the residual of the first sub-layer is lost
