from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.mlp = FeedForward(dim, hidden_dim, dropout)
        self.ln2 = nn.LayerNorm(dim)
        self.mha = MultiHeadAttention(dim, num_heads, dropout)
        self.ln1 = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        residual = x
        x = self.ln1(x)
        x, _ = self.mha(query=x, key=x, value=x, blocked_mask=source_blocked_mask)
        x = residual + x
        residual = x
        x = self.mlp(self.ln2(x))
        return residual + x
