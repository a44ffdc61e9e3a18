# exercise: 8
# fault: x += writes the attention's result into the caller's tensor | line: 17
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
        qkv = self.attn_norm(x)
        x += self.self_attn(query=qkv, key=qkv, value=qkv, blocked_mask=source_blocked_mask)[0]
        x = x + self.ffn(self.ffn_norm(x))
        return x
