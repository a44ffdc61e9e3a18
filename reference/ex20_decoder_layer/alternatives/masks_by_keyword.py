"""Sub-layers as methods, a norm called by F.layer_norm, every argument of a block by keyword."""

import torch
import torch.nn.functional as F
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size: int, device=None):
    row = torch.arange(size, device=device).unsqueeze(1)
    column = torch.arange(size, device=device).unsqueeze(0)
    return (column - row > 0)[None, None, :, :]


def combine_blocked_masks(a, b):
    if a is None:
        return b
    if b is None:
        return a
    return a.logical_or(b)


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.dim = dim
        self.self_norm = nn.LayerNorm(dim, eps=1e-5)
        self.cross_norm = nn.LayerNorm(dim, eps=1e-5)
        self.ffn_norm = nn.LayerNorm(dim, eps=1e-5)
        self.self_attn = MultiHeadAttention(dim=dim, num_heads=num_heads, dropout=dropout)
        self.cross_attn = MultiHeadAttention(dim=dim, num_heads=num_heads, dropout=dropout)
        self.ffn = FeedForward(dim=dim, hidden_dim=hidden_dim, dropout=dropout)

    def normed(self, x, norm):
        return F.layer_norm(x, (self.dim,), norm.weight, norm.bias)

    def step_one(self, x, mask):
        z = self.normed(x, self.self_norm)
        return x + self.self_attn(query=z, key=z, value=z, blocked_mask=mask)[0]

    def step_two(self, x, memory, mask):
        z = self.normed(x, self.cross_norm)
        return x + self.cross_attn(query=z, key=memory, value=memory, blocked_mask=mask)[0]

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        x = self.step_two(self.step_one(x, target_blocked_mask), memory, source_blocked_mask)
        return x + self.ffn(self.normed(x, self.ffn_norm))
