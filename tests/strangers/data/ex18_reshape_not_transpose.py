# exercise: 18
# fault: reshape(S, B, D) is used in place of a transpose, which scrambles tokens of different samples | line: 20
# fault: the dropout on the attention's output is missing | line: 23
import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        B, S, D = x.shape
        t = x.reshape(S, B, D)
        a = self.self_attn(t, t, t, key_padding_mask=is_pad)[0]
        a = a.reshape(B, S, D)
        x = self.norm1(x + a)
        return self.norm2(x + self.ffn(x))
