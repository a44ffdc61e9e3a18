from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norm2 = nn.LayerNorm(dim)
        self.norm1 = nn.LayerNorm(dim)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)
        self.attention = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        attended, _weights = self.attention(query=x, key=x, value=x, blocked_mask=source_blocked_mask)
        x = self.norm1(x + attended)
        forwarded = self.feed_forward(x)
        return self.norm2(x + forwarded)
