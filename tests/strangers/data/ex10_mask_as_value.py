# exercise: 10
# fault: the mask is passed as the third positional argument and value is forgotten, so the attention raises | line: 15
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm, self.ffn_norm = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        h = self.attn_norm(x + self.self_attn(x, x, source_blocked_mask)[0])
        return self.ffn_norm(h + self.ffn(h))
