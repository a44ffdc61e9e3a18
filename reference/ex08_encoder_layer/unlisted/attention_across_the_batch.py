"""torch's attention without batch_first, and so without a mask that would fit it."""

from course.blocks import FeedForward
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = nn.MultiheadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        x = x + self.self_attn(n, n, n)[0]
        return x + self.ffn(self.ffn_norm(x))
