# fault: 13
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class Standardise(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.slope, self.offset = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

    def forward(self, tokens):
        variance = tokens.var(-1, keepdim=True)
        return torch.addcmul(self.offset, self.slope, (tokens - tokens.mean(-1, keepdim=True)) / (variance + 1e-5).sqrt())


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.last = Standardise(dim)
        self.network = FeedForward(dim, hidden_dim, dropout)
        self.middle = Standardise(dim)
        self.exchange = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        gathered, _ = self.exchange(x, x, x, source_blocked_mask)
        state = self.middle(gathered + x)
        return self.last(self.network(state) + state)
