import torch
from course.blocks import FeedForward
from torch import nn


class Attention(nn.Module):
    """Blocks after the softmax, then makes every row sum to 1 again."""

    def __init__(self, dim, num_heads, dropout):
        super().__init__()
        self.num_heads = num_heads
        self.linears = nn.ModuleList([nn.Linear(dim, dim) for _ in range(4)])
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        B, S, D = query.shape
        q, k, v = (
            linear(x).view(B, S, self.num_heads, D // self.num_heads).transpose(1, 2)
            for linear, x in zip(self.linears[:3], (query, key, value), strict=True)
        )
        weights = torch.softmax(q @ k.transpose(-2, -1) / (D // self.num_heads) ** 0.5, dim=-1)
        if mask is not None:
            weights = weights * ~mask
            weights = weights / weights.sum(dim=-1, keepdim=True)
        x = (self.dropout(weights) @ v).transpose(1, 2).reshape(B, S, D)
        return self.linears[-1](x)


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = Attention(dim, num_heads, dropout)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)
        self.norms = nn.ModuleList([nn.LayerNorm(dim), nn.LayerNorm(dim)])

    def forward(self, x, source_blocked_mask=None):
        n = self.norms[0](x)
        attention_output = self.self_attn(n, n, n, source_blocked_mask)
        x = x + attention_output
        ffn_output = self.feed_forward(self.norms[1](x))
        return x + ffn_output
