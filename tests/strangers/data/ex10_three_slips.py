# exercise: 10
# fault: a third norm on the input makes it a sandwich | line: 22
# fault: dropout is hard-coded to 0.1 in the FFN | line: 16
# fault: the mask is inverted | line: 21
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, 0.1)

    def forward(self, x, source_blocked_mask=None):
        mask = source_blocked_mask
        if mask is not None:
            mask = mask.logical_not()
        x = nn.functional.layer_norm(x, x.shape[-1:])
        x = self.attn_norm(x + self.self_attn(x, x, x, mask)[0])
        return self.ffn_norm(x + self.ffn(x))
