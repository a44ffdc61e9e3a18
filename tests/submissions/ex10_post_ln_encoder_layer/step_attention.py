# fault: 14
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.mlp, self.mha = FeedForward(dim, hidden_dim, dropout), MultiHeadAttention(dim, num_heads, dropout)
        self.ln_mlp, self.ln_mha = nn.LayerNorm(dim), nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        allowed = None if source_blocked_mask is None else source_blocked_mask == 0
        seen = self.mha(x, x, x, allowed)[0]
        tokens = self.ln_mha(seen + x)
        return self.ln_mlp(self.mlp(tokens) + tokens)
