# exercise: 20
# fault: triu without diagonal=1 also blocks the diagonal, so a token may not see itself | line: 10
# fault: the masks are combined with and | line: 14
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


def causal_blocked_mask(size, device=None):
    return torch.ones(1, 1, size, size, device=device, dtype=torch.bool).triu()


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
        h = x + self.self_attn(n, n, n, target_blocked_mask)[0]
        h = h + self.cross_attn(self.cross_norm(h), memory, memory, source_blocked_mask)[0]
        return h + self.ffn(self.ffn_norm(h))
