# named: torch-residual-lost
"""The FFN's residual is gone."""

from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        t = x.transpose(0, 1)
        out, _ = self.self_attn(t, t, t, key_padding_mask=is_pad)
        x = self.norm1(x + self.dropout(out.transpose(0, 1)))
        return self.norm2(self.ffn(x))
