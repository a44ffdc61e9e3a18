"""F.scaled_dot_product_attention, whose True means the opposite."""

import torch
import torch.nn.functional as F
from course.blocks import FeedForward
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.tril(torch.ones((1, 1, size, size), dtype=torch.bool, device=device)).logical_not()


def combine_blocked_masks(a, b):
    return torch.where(a, a, b)


class Attention(nn.Module):
    def __init__(self, dim, heads, p):
        super().__init__()
        self.heads, self.p = heads, p
        self.to_q = nn.Linear(dim, dim)
        self.to_k = nn.Linear(dim, dim)
        self.to_v = nn.Linear(dim, dim)
        self.to_out = nn.Linear(dim, dim)

    def forward(self, query, context, blocked):
        def split(t):
            return t.unflatten(-1, (self.heads, -1)).transpose(1, 2)

        seen = None if blocked is None else ~blocked
        out = F.scaled_dot_product_attention(
            split(self.to_q(query)),
            split(self.to_k(context)),
            split(self.to_v(context)),
            attn_mask=seen,
            dropout_p=self.p if self.training else 0.0,
        )
        return self.to_out(out.transpose(1, 2).flatten(2))


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.self_attn = Attention(dim, num_heads, dropout)
        self.cross_norm = nn.LayerNorm(dim)
        self.cross_attn = Attention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        normed = self.self_norm(x)
        x = x + self.self_attn(normed, normed, target_blocked_mask)
        x = x + self.cross_attn(self.cross_norm(x), memory, source_blocked_mask)
        return x + self.ffn(self.ffn_norm(x))
