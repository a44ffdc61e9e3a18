# exercise: 18
# fault: the mask is built for the queries: padded rows are blocked instead of padded columns | line: 23
# fault: the repeat for the heads runs in the wrong order (batch fastest), so heads get the masks of other samples | line: 24
import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.n_heads = n_heads
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        attn_mask = None
        if is_pad is not None:
            S = x.size(1)
            attn_mask = is_pad[:, :, None].expand(-1, S, S)
            attn_mask = attn_mask.repeat(self.n_heads, 1, 1)
        attended, _ = self.self_attn(x, x, x, attn_mask=attn_mask)
        x = self.norm1(x + self.dropout(attended))
        return self.norm2(x + self.ffn(x))
