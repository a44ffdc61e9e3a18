# fault: 18
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.norm1, self.norm2 = (nn.LayerNorm(d_model) for _ in range(2))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        z, _ = self.self_attn(x, x, x, key_padding_mask=is_pad)
        u = self.norm1(self.dropout(z) + x)
        w = self.ffn(u)
        return w + u
