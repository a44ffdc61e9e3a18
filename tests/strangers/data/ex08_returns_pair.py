# exercise: 8
# fault: returns (y, weights) instead of the tensor alone | line: 22
# fault: the two norms are swapped: ffn_norm before attention, attn_norm before the FFN | line: 18
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

    def forward(self, x, source_blocked_mask=None):
        z = self.ffn_norm(x)
        attn_out, attn_w = self.self_attn(z, z, z, source_blocked_mask)
        x = x + attn_out
        x = x + self.ffn(self.attn_norm(x))
        return x, attn_w
