# exercise: 20
# fault: all three sub-layers are Post-LN, norm after the sum, as in the paper | line: 18
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    return ~torch.ones(1, 1, size, size, dtype=torch.bool, device=device).tril()


def combine_blocked_masks(a, b):
    return a.logical_or(b)


class Residual(nn.Module):
    def forward(self, norm, x, f):
        return norm(x + f(x))


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.cross_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.res = Residual()

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        x = self.res(self.self_norm, x, lambda t: self.self_attn(t, t, t, target_blocked_mask)[0])
        x = self.res(self.cross_norm, x, lambda t: self.cross_attn(t, memory, memory, source_blocked_mask)[0])
        return self.res(self.ffn_norm, x, self.ffn)
