# fault: 15
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.a = MultiHeadAttention(dim, num_heads, dropout)
        self.after_a = nn.LayerNorm(dim)
        self.b = FeedForward(dim, hidden_dim, dropout)
        self.after_b = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        z = self.after_a(self.a(x, x, x, source_blocked_mask)[0])
        return self.after_b(z + self.b(z))
