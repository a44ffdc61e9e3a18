import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class Norm(nn.Module):
    def __init__(self, size, eps=1e-5):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(size))
        self.b_2 = nn.Parameter(torch.zeros(size))
        self.eps = eps

    def forward(self, x):
        variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return self.a_2 * ((x - mean) * torch.rsqrt(variance + self.eps)) + self.b_2


class SublayerConnection(nn.Module):
    def __init__(self, size, dropout):
        super().__init__()
        self.norm = Norm(size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class EncoderLayer(nn.Module):
    """The connections have dropout 0: attention and FFN bring their own."""

    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.size = dim
        self.src_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)
        self.sublayer = nn.ModuleList(SublayerConnection(dim, 0.0) for _ in range(2))

    def forward(self, x, source_blocked_mask=None):
        first, second = self.sublayer
        x = first(x, lambda n: self.src_attn(n, n, n, source_blocked_mask)[0])
        return second(x, self.feed_forward)
