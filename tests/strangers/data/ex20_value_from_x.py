# exercise: 20
# fault: cross-attention takes its values from the target instead of memory | line: 31
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    t = torch.arange(size, device=device)
    return t.view(1, 1, size, 1) < t.view(1, 1, 1, size)


def combine_blocked_masks(a, b):
    return torch.maximum(a, b)


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
        x = x + self.self_attn(query=q, key=q, value=q, blocked_mask=target_blocked_mask)[0]
        q = self.cross_norm(x)
        x = x + self.cross_attn(query=q, key=memory, value=q, blocked_mask=source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
