from course.blocks import FeedForward
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.h = num_heads
        self.attention = nn.MultiheadAttention(dim, num_heads, dropout)
        self.norm1 = nn.LayerNorm(dim)
        self.norm2 = nn.LayerNorm(dim)
        self.ff = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        B, S, _ = x.shape
        table = None
        if source_blocked_mask is not None:
            table = source_blocked_mask[:, 0].expand(B, S, S).repeat_interleave(self.h, dim=0)
        y = self.norm1(x).transpose(0, 1)
        y = self.attention(y, y, y, attn_mask=table)[0].transpose(0, 1)
        x = x + y
        return x + self.ff(self.norm2(x))
