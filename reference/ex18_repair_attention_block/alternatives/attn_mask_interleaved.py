"""A table of queries and keys for each head of each sample, in the order sample by sample."""

import torch
from course.blocks import FeedForward
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.n_heads = n_heads
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.norm1 = nn.LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm2 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        table = None
        if is_pad is not None:
            b, s = is_pad.shape
            table = is_pad.unsqueeze(1).expand(b, s, s).repeat_interleave(self.n_heads, dim=0)
        a = self.self_attn(x, x, x, attn_mask=table, need_weights=False)[0]
        h = self.norm1(torch.add(x, self.dropout(a)))
        return self.norm2(torch.add(h, self.ffn(h)))
