# exercise: 10
# fault: the residual is added twice in the FFN half | line: 18
# fault: dropout is passed to the FFN only, the attention keeps its default of 0 | line: 12
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn = MultiHeadAttention(dim, num_heads)
        self.mlp = FeedForward(dim, hidden_dim, dropout)
        self.ln1 = nn.LayerNorm(dim)
        self.ln2 = nn.LayerNorm(dim)

    def feed(self, h):
        return h + self.mlp(h)

    def forward(self, x, source_blocked_mask=None):
        h = self.ln1(x + self.attn(x, x, x, source_blocked_mask)[0])
        return self.ln2(h + self.feed(h))
