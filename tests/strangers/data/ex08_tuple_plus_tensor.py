# exercise: 8
# fault: the pair returned by the attention is added to x without [0], which raises TypeError | line: 17
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.ln_1 = nn.LayerNorm(dim)
        self.attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ln_2 = nn.LayerNorm(dim)
        self.mlp = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.ln_1(x)
        x = x + self.attn(n, n, n, source_blocked_mask)
        x = x + self.mlp(self.ln_2(x))
        return x
