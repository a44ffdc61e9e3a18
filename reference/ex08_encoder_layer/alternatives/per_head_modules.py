import torch
from course.blocks import FeedForward
from torch import nn


class Head(nn.Module):
    def __init__(self, dim, head_dim, dropout):
        super().__init__()
        self.key = nn.Linear(dim, head_dim)
        self.query = nn.Linear(dim, head_dim)
        self.value = nn.Linear(dim, head_dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, blocked):
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = torch.bmm(q, k.transpose(1, 2)) * k.size(-1) ** -0.5
        if blocked is not None:
            scores = scores.masked_fill(blocked.squeeze(1), -1e9)
        return torch.bmm(self.dropout(scores.softmax(dim=-1)), v)


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.heads = nn.ModuleList([Head(dim, dim // num_heads, dropout) for _ in range(num_heads)])
        self.proj = nn.Linear(dim, dim)
        self.ffwd = FeedForward(dim, hidden_dim, dropout)
        self.norm_one = nn.LayerNorm(dim)
        self.norm_two = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        n = self.norm_one(x)
        x = x + self.proj(torch.cat([head(n, source_blocked_mask) for head in self.heads], dim=-1))
        return x + self.ffwd(self.norm_two(x))
