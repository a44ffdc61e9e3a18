# exercise: 18
# fault: the mask is inverted, since F.scaled_dot_product_attention's convention was in mind | line: 18
import torch
import torch.nn as nn
from course.blocks import FeedForward


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x, is_pad=None):
        keep = None if is_pad is None else torch.logical_not(is_pad)
        a, _ = self.self_attn(x, x, x, key_padding_mask=keep, need_weights=False)
        x = self.norm1(x + self.dropout(a))
        x = self.norm2(x + self.ffn(x))
        return x
