import math

import torch
from course.blocks import FeedForward
from torch import nn


class AttentionHead(nn.Module):
    def __init__(self, embed_dim, head_dim, dropout):
        super().__init__()
        self.q = nn.Linear(embed_dim, head_dim)
        self.k = nn.Linear(embed_dim, head_dim)
        self.v = nn.Linear(embed_dim, head_dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, hidden, blocked):
        scores = torch.bmm(self.q(hidden), self.k(hidden).transpose(1, 2)) / math.sqrt(self.q.out_features)
        if blocked is not None:
            scores = scores.masked_fill(blocked[:, 0], float("-inf"))
        return torch.bmm(self.dropout(torch.softmax(scores, dim=-1)), self.v(hidden))


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.heads = nn.ModuleList([AttentionHead(dim, dim // num_heads, dropout) for _ in range(num_heads)])
        self.output_linear = nn.Linear(dim, dim)
        self.layer_norm_1 = nn.LayerNorm(dim)
        self.layer_norm_2 = nn.LayerNorm(dim)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        attended = torch.cat([h(x, source_blocked_mask) for h in self.heads], dim=-1)
        x = self.layer_norm_1(x + self.output_linear(attended))
        return self.layer_norm_2(x + self.feed_forward(x))
