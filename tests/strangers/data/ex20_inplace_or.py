# exercise: 20
# fault: a |= b changes the first mask in place, and fails when it must be broadcast | line: 15
# fault: the mask is made on the CPU, device is ignored | line: 11
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    rows = [[j > i for j in range(size)] for i in range(size)]
    return torch.tensor([[rows]])


def combine_blocked_masks(a, b):
    a |= b
    return a


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.cross_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        h = self.self_norm(x)
        x = x + self.self_attn(h, h, h, target_blocked_mask)[0]
        h = self.cross_norm(x)
        x = x + self.cross_attn(h, memory, memory, source_blocked_mask)[0]
        h = self.ffn_norm(x)
        return x + self.ffn(h)
