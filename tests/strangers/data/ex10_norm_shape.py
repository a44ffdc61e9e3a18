# exercise: 10
# fault: LayerNorm is made for hidden_dim instead of dim, so it raises | line: 13
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(hidden_dim)

    def forward(self, x, source_blocked_mask=None):
        h = self.attn_norm(x + self.self_attn(x, x, x, source_blocked_mask)[0])
        return self.ffn_norm(h + self.ffn(h))
