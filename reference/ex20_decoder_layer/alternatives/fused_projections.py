"""Own attention: one projection for q, k and v of the self-attention, one for k and v of the
cross-attention.
"""

import math

import torch
from torch import nn


def causal_blocked_mask(size, device=None):
    steps = torch.arange(size, device=device)
    return (steps[None, :] > steps[:, None]).view(1, 1, size, size)


def combine_blocked_masks(a, b):
    return ~(~a & ~b)


def attend(q, k, v, heads, blocked):
    q, k, v = (t.reshape(t.shape[0], t.shape[1], heads, -1).transpose(1, 2) for t in (q, k, v))
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.shape[-1])
    if blocked is not None:
        scores = torch.where(blocked, torch.full_like(scores, -1e30), scores)
    return torch.einsum("bhqk,bhkd->bqhd", scores.softmax(-1), v).reshape(q.shape[0], q.shape[2], -1)


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.heads = num_heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.self_out = nn.Linear(dim, dim)
        self.q = nn.Linear(dim, dim)
        self.kv = nn.Linear(dim, 2 * dim)
        self.cross_out = nn.Linear(dim, dim)
        self.fc1 = nn.Linear(dim, hidden_dim)
        self.fc2 = nn.Linear(hidden_dim, dim)
        self.self_norm = nn.LayerNorm(dim)
        self.cross_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        q, k, v = self.qkv(self.self_norm(x)).chunk(3, dim=-1)
        x = x + self.drop(self.self_out(attend(q, k, v, self.heads, target_blocked_mask)))
        k, v = self.kv(memory).chunk(2, dim=-1)
        read = attend(self.q(self.cross_norm(x)), k, v, self.heads, source_blocked_mask)
        x = x + self.drop(self.cross_out(read))
        return x + self.drop(self.fc2(self.drop(torch.relu(self.fc1(self.ffn_norm(x))))))
