# exercise: 10
# fault: ffn_norm and attn_norm are used in the wrong places | line: 17
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout=dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout=dropout)
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        sub1 = self.self_attn(x, x, x, source_blocked_mask)[0]
        h = self.ffn_norm(x + sub1)
        sub2 = self.ffn(h)
        return self.attn_norm(h + sub2)
