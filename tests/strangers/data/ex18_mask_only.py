# exercise: 18
# fault: batch_first is still missing, so axis 0 is taken as the sequence (and a mask only fits when B = S) | line: 13
import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(embed_dim=d_model, num_heads=n_heads, dropout=dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        attended, _weights = self.self_attn(query=x, key=x, value=x, key_padding_mask=is_pad)
        attended_and_normed = self.norm1(x + self.dropout(attended))
        return self.norm2(attended_and_normed + self.ffn(attended_and_normed))
