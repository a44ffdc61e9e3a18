# exercise: 18
# fault: the attention returns a pair, which is passed to dropout unpacked and raises TypeError | line: 18
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
        attended = self.self_attn(x, x, x, key_padding_mask=is_pad)
        x = self.norm1(x + self.dropout(attended))
        return self.norm2(x + self.ffn(x))
