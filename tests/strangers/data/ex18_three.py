# exercise: 18
# fault: dropout is not passed to nn.MultiheadAttention | line: 15
# fault: norm1 is used again after the FFN, norm2 stays unused | line: 23
# fault: the FFN gets the block's input x instead of the result of the first half | line: 22
import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        a, _ = self.self_attn(x, x, x, key_padding_mask=is_pad)
        h = self.norm1(x + self.dropout(a))
        f = self.ffn(x)
        return self.norm1(h + f)
