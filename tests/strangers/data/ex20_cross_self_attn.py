# exercise: 20
# fault: cross-attention calls self_attn again, cross_attn stays unused | line: 31
# fault: queries and memory are exchanged: the memory asks and x answers | line: 32
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.full((1, 1, size, size), True, device=device).triu(diagonal=1)


def combine_blocked_masks(a, b):
    return a + b


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
        c = self.cross_norm(x)
        attention = self.self_attn
        read, _ = attention(memory, c, c, source_blocked_mask)
        x = x + read
        x = x + self.ffn(self.ffn_norm(x))
        return x
