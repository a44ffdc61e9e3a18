# expect: dec-cross-attends-to-itself
# fault: 26
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
        q = self.self_norm(x)
        stream = self.self_attn(q, q, q, target_blocked_mask)[0] + x
        p = self.cross_norm(stream)
        stream = self.cross_attn(p, p, p)[0] + stream
        return stream + self.ffn(self.ffn_norm(stream))
