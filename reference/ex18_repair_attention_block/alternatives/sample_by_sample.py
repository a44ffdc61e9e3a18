"""Each sample alone, as an unbatched sequence; only its real tokens are keys."""

import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        rows = []
        for i in range(x.size(0)):
            keys = x[i] if is_pad is None else x[i][~is_pad[i]]
            rows.append(self.self_attn(x[i], keys, keys)[0])
        x = self.norm1(x + self.dropout(torch.stack(rows)))
        return self.norm2(x + self.ffn(x))
