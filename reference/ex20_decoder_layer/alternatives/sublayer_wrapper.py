"""A helper class for norm and residual; the sub-layers are handed in as functions."""

import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    mask = torch.zeros(size, size, dtype=torch.bool, device=device)
    for row in range(size):
        mask[row, row + 1 :] = True
    return mask.unsqueeze(0).unsqueeze(0)


def combine_blocked_masks(a, b):
    return (a.int() + b.int()) > 0


class Residual(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, sublayer):
        return x + sublayer(self.norm(x))


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.residuals = nn.ModuleList([Residual(dim) for _ in range(3)])

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        first, second, third = self.residuals
        x = first(x, lambda t: self.self_attn(t, t, t, target_blocked_mask)[0])
        x = second(x, lambda t: self.cross_attn(t, memory, memory, source_blocked_mask)[0])
        return third(x, self.ffn)
