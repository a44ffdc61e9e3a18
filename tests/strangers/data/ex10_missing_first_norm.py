# exercise: 10
# fault: the norm after the attention's sum is missing | line: 18
# fault: the second residual is taken from x instead of h | line: 19
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        attn, _ = self.self_attn(x, x, x, source_blocked_mask)
        h = x + attn
        y = x + self.ffn(h)
        return self.ffn_norm(y)
