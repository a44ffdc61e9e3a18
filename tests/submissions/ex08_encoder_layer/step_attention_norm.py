# fault: 14
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class Rescale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.shift = nn.Parameter(torch.zeros(width))
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, tokens):
        spread = tokens.std(dim=-1, keepdim=True) + 1e-5
        centred = tokens - tokens.mean(dim=-1, keepdim=True)
        return self.shift + centred / spread * self.gain


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.network, self.before_network = FeedForward(dim, hidden_dim, dropout), Rescale(dim)
        self.attention, self.before_attention = MultiHeadAttention(dim, num_heads, dropout), Rescale(dim)

    def forward(self, x, source_blocked_mask=None):
        prepared = self.before_attention(x)
        gathered = self.attention(prepared, prepared, prepared, source_blocked_mask)[0]
        stream = gathered + x
        return self.network(self.before_network(stream)) + stream
