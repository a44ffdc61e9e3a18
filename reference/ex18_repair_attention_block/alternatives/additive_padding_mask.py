"""A float mask of 0 and -inf, which the module adds."""

import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.norm2 = nn.LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)

    def forward(self, x, is_pad=None):
        added = None
        if is_pad is not None:
            added = torch.zeros(is_pad.shape, dtype=x.dtype, device=x.device)
            added = added.masked_fill(is_pad, float("-inf"))
        attended = self.self_attn(x, x, x, key_padding_mask=added, average_attn_weights=False)[0]
        first = self.norm1(self.dropout(attended) + x)
        return self.norm2(self.ffn(first) + first)
