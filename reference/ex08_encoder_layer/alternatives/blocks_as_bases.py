import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class SelfAttention(MultiHeadAttention):
    def __init__(self, dim, num_heads, dropout):
        super().__init__(dim, num_heads, dropout)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, mask):
        x = self.norm(x)
        return super().forward(x, x, x, mask)[0]


class PositionWise(FeedForward):
    def __init__(self, *args):
        super().__init__(*args)
        self.norm = nn.LayerNorm(args[0])

    def forward(self, x):
        return super().forward(self.norm(x))


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.branches = nn.ModuleDict(
            {"ffn": PositionWise(dim, hidden_dim, dropout), "attn": SelfAttention(dim, num_heads, dropout)}
        )

    def forward(self, x, source_blocked_mask=None):
        stream = x.clone()
        stream += self.branches["attn"](x, source_blocked_mask)
        return torch.stack([stream, self.branches["ffn"](stream)]).sum(dim=0)
