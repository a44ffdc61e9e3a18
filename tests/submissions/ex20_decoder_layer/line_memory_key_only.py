# fault: 33
# says: right up to line
import math
import torch
from torch import nn
from torch.nn import functional as F


from course.blocks import FeedForward, MultiHeadAttention

def causal_blocked_mask(size, device=None):
    return torch.ones(size, size, dtype=torch.bool, device=device).triu(1)[None, None]


def combine_blocked_masks(a, b):
    return a | b


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
        n = self.self_norm(x)
        x = x + self.self_attn(n, n, n, target_blocked_mask)[0]
        m = self.cross_norm(x)
        c = self.cross_attn(m, memory, m[:, :1].expand_as(memory), source_blocked_mask)[0]
        x = x + c
        return x + self.ffn(self.ffn_norm(x))
