# fault: 16
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.net = FeedForward(dim, hidden_dim, dropout)
        self.norms = nn.ModuleDict({"two": nn.LayerNorm(dim), "one": nn.LayerNorm(dim)})
        self.mix = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        stream = self.mix(x, x, x, source_blocked_mask)[0] + x
        delta = self.net(self.norms["one"](stream))
        return self.norms["two"](delta + stream)
