# exercise: 8
# fault: one and the same LayerNorm is used before both sub-layers | line: 12
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        norm = nn.LayerNorm(dim)
        self.attn_norm = norm
        self.ffn_norm = norm
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        y = self.attn_norm(x)
        y = x + self.self_attn(y, y, y, source_blocked_mask)[0]
        return y + self.ffn(self.ffn_norm(y))
