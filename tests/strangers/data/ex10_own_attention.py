# exercise: 10
# fault: the home-made attention divides by sqrt(dim) instead of sqrt of the head width | line: 24
# fault: the attention's softmax is taken over dim=1, the heads | line: 27
import math

import torch
from course.blocks import FeedForward
from torch import nn


class Attn(nn.Module):
    def __init__(self, dim, heads, dropout):
        super().__init__()
        self.heads, self.dim = heads, dim
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask):
        B, S, D = x.shape
        q, k, v = (p(x).view(B, S, self.heads, D // self.heads).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj))
        s = q @ k.transpose(-1, -2) / math.sqrt(self.dim)
        if mask is not None:
            s = s.masked_fill(mask, torch.finfo(s.dtype).min)
        w = s.softmax(dim=1)
        if mask is not None:
            w = w.masked_fill(mask, 0.0)
        return self.out_proj((self.dropout(w) @ v).transpose(1, 2).reshape(B, S, D))


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = Attn(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        h = self.attn_norm(x + self.self_attn(x, source_blocked_mask))
        return self.ffn_norm(h + self.ffn(h))
