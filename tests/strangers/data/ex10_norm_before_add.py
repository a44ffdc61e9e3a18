# exercise: 10
# fault: the norm is applied to the sub-layer's result before the addition: x + norm(F(x)), in both halves | line: 16
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norm_a = nn.LayerNorm(dim)
        self.norm_b = nn.LayerNorm(dim)
        self.mha = MultiHeadAttention(dim, num_heads, dropout)
        self.ff = FeedForward(dim, hidden_dim, dropout)

    def add_norm(self, x, fx, norm):
        return x + norm(fx)

    def forward(self, x, source_blocked_mask=None):
        x = self.add_norm(x, self.mha(x, x, x, source_blocked_mask)[0], self.norm_a)
        return self.add_norm(x, self.ff(x), self.norm_b)
