# fault: 25
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn, ones


def causal_blocked_mask(size, device=None):
    return ones(1, 1, size, size, device=device).triu(1) == 1


def combine_blocked_masks(a, b):
    return a | b


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm, self.cross_norm, self.ffn_norm = (nn.LayerNorm(dim) for _ in range(3))
        self.self_attn, self.cross_attn = (MultiHeadAttention(dim, num_heads, dropout) for _ in range(2))
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        z = self.self_norm(x)
        s = self.self_attn(z, z, z, target_blocked_mask)[0].add(x)
        t = self.cross_attn(self.cross_norm(s), memory, memory, source_blocked_mask)[0]
        t = s + 0.5 * t
        return self.ffn(self.ffn_norm(t)) + t
