# expect: causal-diagonal-blocked + masks-combined-with-and
# says: line 10
# says: line 13
from course.blocks import FeedForward, MultiHeadAttention
import torch
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.ones(1, 1, size, size, dtype=torch.bool, device=device).triu()

def combine_blocked_masks(a, b):
    return torch.logical_and(a, b)


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm, self.cross_norm, self.ffn_norm = (nn.LayerNorm(dim) for _ in range(3))
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        n = self.self_norm(x)
        x = x + self.self_attn(n, n, n, target_blocked_mask)[0]
        x = x + self.cross_attn(self.cross_norm(x), memory, memory, source_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
