# exercise: 20
# fault: memory is normed with cross_norm as well | line: 30
# belief: Pre-LN means that everything that enters attention is normed
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.triu(torch.ones((size, size), device=device), diagonal=1).bool().unsqueeze(0).unsqueeze(0)


def combine_blocked_masks(a, b):
    return (a.int() + b.int()) > 0


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
        q = self.self_norm(x)
        x = x + self.self_attn(q, q, q, target_blocked_mask)[0]
        m = self.cross_norm(memory)
        x = x + self.cross_attn(self.cross_norm(x), m, m, source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
