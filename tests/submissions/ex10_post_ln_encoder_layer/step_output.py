# fault: 16
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.parts = nn.ModuleList([FeedForward(dim, hidden_dim, dropout), MultiHeadAttention(dim, num_heads, dropout)])
        self.unused = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        feed, attend = self.parts
        y = self.norm(attend(x, x, x, source_blocked_mask)[0] + x)
        return self.norm(feed(y) + y)
