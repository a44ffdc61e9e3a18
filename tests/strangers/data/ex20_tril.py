# exercise: 20
# fault: the causal mask is the lower triangle: True = may see, the wrong polarity | line: 9
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.tril(torch.ones(size, size, dtype=torch.bool, device=device))[None, None]


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
        q = self.self_norm(x)
        x = x + self.self_attn(q, q, q, target_blocked_mask)[0]
        x = x + self.cross_attn(self.cross_norm(x), memory, memory, source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
