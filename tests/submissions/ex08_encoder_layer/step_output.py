# fault: 18
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.att = MultiHeadAttention(dim, num_heads, dropout)
        self.ffw = FeedForward(dim, hidden_dim, dropout)
        self.norm_att, self.norm_ffw = nn.LayerNorm(dim), nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        start = x
        z = self.norm_att(start)
        z = self.att(z, z, z, source_blocked_mask)[0] + start
        z = self.ffw(self.norm_ffw(z))
        return z + start
