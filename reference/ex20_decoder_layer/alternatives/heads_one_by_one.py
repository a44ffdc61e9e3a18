"""Each head has Linear layers of its own; -inf, then zeros for rows without a key."""

import torch
from torch import nn


def causal_blocked_mask(size, device=None):
    rows = [[column > row for column in range(size)] for row in range(size)]
    return torch.tensor([[rows]], dtype=torch.bool, device=device)


def combine_blocked_masks(a, b):
    a, b = torch.broadcast_tensors(a, b)
    return a.clone().masked_fill(b, True)


class Head(nn.Module):
    def __init__(self, dim, width):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, width) for _ in range(3))
        self.scale = width**-0.5

    def forward(self, query, context, blocked, drop):
        scores = self.q(query) @ self.k(context).transpose(1, 2) * self.scale
        if blocked is not None:
            scores = scores.masked_fill(blocked.squeeze(1), float("-inf"))
        weights = torch.nan_to_num(scores.softmax(dim=-1), nan=0.0)
        return drop(weights) @ self.v(context)


class Heads(nn.Module):
    def __init__(self, dim, count, p):
        super().__init__()
        self.heads = nn.ModuleList(Head(dim, dim // count) for _ in range(count))
        self.mix = nn.Linear(dim, dim)
        self.drop = nn.Dropout(p)

    def forward(self, query, context, blocked=None):
        return self.mix(torch.cat([head(query, context, blocked, self.drop) for head in self.heads], dim=-1))


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = Heads(dim, num_heads, dropout)
        self.cross_attn = Heads(dim, num_heads, dropout)
        self.widen = nn.Linear(dim, hidden_dim)
        self.narrow = nn.Linear(hidden_dim, dim)
        self.drop = nn.Dropout(dropout)
        self.self_norm, self.cross_norm, self.ffn_norm = (
            nn.LayerNorm(dim),
            nn.LayerNorm(dim),
            nn.LayerNorm(dim),
        )

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        normed = self.self_norm(x)
        h = x + self.self_attn(normed, normed, target_blocked_mask)
        h = h + self.cross_attn(self.cross_norm(h), memory, source_blocked_mask)
        return h + self.drop(self.narrow(self.drop(self.widen(self.ffn_norm(h)).clamp(min=0))))
