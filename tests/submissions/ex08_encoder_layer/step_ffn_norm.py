# fault: 17
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.parts = nn.ModuleList([nn.LayerNorm(dim), nn.LayerNorm(dim)])
        self.position_wise = FeedForward(dim, hidden_dim, dropout)
        self.exchange = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        one, two = (part(x) for part in self.parts)
        extra = self.position_wise(two)
        got, _ = self.exchange(one, one, one, source_blocked_mask)
        return (x + got) + extra
