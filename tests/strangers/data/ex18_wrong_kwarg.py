# exercise: 18
# fault: pad_mask is not a keyword of nn.MultiheadAttention, so forward raises TypeError | line: 19
# fault: the residual is taken after norm1, from an already normed x | line: 21
import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        out = self.self_attn(x, x, x, pad_mask=is_pad)[0]
        out = self.dropout(out)
        x = self.norm1(self.norm1(x) + out)
        return self.norm2(x + self.ffn(x))
