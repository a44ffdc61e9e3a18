from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.inner = MultiHeadAttention(*args, **kwargs)

    def forward(self, x, mask):
        return self.inner(x, x, x, mask)[0]


class FeedForwardWithResidual(nn.Module):
    def __init__(self, dim, hidden_dim, dropout):
        super().__init__()
        self.ff = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x):
        return x + self.ff(x)


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attend = SelfAttention(dim, num_heads, dropout=dropout)
        self.rest = nn.Sequential(
            nn.LayerNorm(dim), FeedForwardWithResidual(dim, hidden_dim, dropout), nn.LayerNorm(dim)
        )

    def forward(self, x, source_blocked_mask=None):
        return self.rest(x + self.attend(x, source_blocked_mask))
