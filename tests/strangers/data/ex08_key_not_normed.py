# exercise: 8
# fault: only the query is normed, key and value are the raw x | line: 18
# fault: the mask is not passed to the attention | line: 19
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout=dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout=dropout)

    def forward(self, x, source_blocked_mask=None):
        query = self.attn_norm(x)
        key = value = x
        attended, weights = self.self_attn(query, key, value)
        x = x + attended
        return x + self.ffn(self.ffn_norm(x))
