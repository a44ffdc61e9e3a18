# fault: 22
import torch
from course.blocks import FeedForward
from torch import nn


class Heads(nn.Module):
    """Scales by the width of the model, not of a head."""

    def __init__(self, width, count):
        super().__init__()
        self.count = count
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def forward(self, tokens, blocked):
        a, b, c = (
            part(tokens).unflatten(-1, (self.count, -1)).transpose(1, 2) for part in (self.value, self.key, self.query)
        )
        table = c @ b.mT / tokens.shape[-1] ** 0.5
        if blocked is not None:
            table = table.masked_fill(blocked, -1e9)
        return self.out((table.softmax(-1) @ a).transpose(1, 2).flatten(2))


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.first, self.second = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.heads = Heads(dim, num_heads)
        self.mlp = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        mixed = torch.add(self.heads(self.first(x), source_blocked_mask), x)
        return torch.add(self.mlp(self.second(mixed)), mixed)
