# fault: 16
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.ln_b = nn.LayerNorm(dim)
        self.mlp = FeedForward(dim, hidden_dim, dropout)
        self.ln_a = nn.LayerNorm(dim)
        self.att = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        skip = x = self.ln_a(x)
        a = skip + self.att(x, x, x, source_blocked_mask)[0]
        b = self.mlp(self.ln_b(a))
        return a + b
