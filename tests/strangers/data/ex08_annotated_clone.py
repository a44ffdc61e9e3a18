# exercise: 8
# fault: dropout is not passed on to the attention | line: 21
# fault: the FFN's residual is missing | line: 28
# fault: eps is 1e-6 as in the annotated transformer, not 1e-5 | line: 23
import copy

import torch
import torch.nn as nn
from course.blocks import FeedForward, MultiHeadAttention


def clones(module, N):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(N)])


class EncoderLayer(nn.Module):
    "Encoder is made up of self-attn and feed forward"

    def __init__(self, size, num_heads, hidden_dim, dropout=0.0):
        super(EncoderLayer, self).__init__()
        self.self_attn = MultiHeadAttention(size, num_heads)
        self.feed_forward = FeedForward(size, hidden_dim, dropout)
        self.norm = clones(nn.LayerNorm(size, eps=1e-6), 2)

    def forward(self, x, source_blocked_mask=None):
        n = self.norm[0](x)
        x = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return self.feed_forward(self.norm[1](x))
