# exercise: 8
# fault: attention and FFN run in parallel from the same x, so the FFN does not see the attention's result | line: 23
# belief: GPT-J does this, so it is the same layer
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def mix(self, x, mask):
        n = self.attn_norm(x)
        return self.self_attn(n, n, n, mask)[0]

    def forward(self, x, source_blocked_mask=None):
        h = x + self.mix(x, source_blocked_mask)
        return h + self.ffn(self.ffn_norm(x))
