# exercise: 20
# fault: one attention module serves as self_attn and cross_attn | line: 26
# fault: the causal mask blocks the past: the triangle below the diagonal | line: 12
# fault: the FFN's residual is missing | line: 33
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    m = torch.ones(size, size, dtype=torch.bool, device=device)
    return m.tril(-1).view(1, 1, size, size)


def combine_blocked_masks(a, b):
    return ~(~a & ~b)


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.cross_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = self.self_attn
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        n = self.self_norm(x)
        x = x + self.self_attn(n, n, n, target_blocked_mask)[0]
        x = x + self.cross_attn(self.cross_norm(x), memory, memory, source_blocked_mask)[0]
        return self.ffn(self.ffn_norm(x))
