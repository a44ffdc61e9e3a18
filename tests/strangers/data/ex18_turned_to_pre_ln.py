# exercise: 18
# fault: the structure was changed to Pre-LN in the attention half | line: 19
# fault: is_pad is not passed to the attention at all | line: 20
import torch
import torch.nn as nn
from course.blocks import FeedForward


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, is_pad=None):
        n = self.norm1(x)
        out, _ = self.self_attn(n, n, n)
        x = x + self.dropout(out)
        return self.norm2(x + self.ffn(x))
