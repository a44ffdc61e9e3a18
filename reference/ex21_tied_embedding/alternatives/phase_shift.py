"""All columns as sines, the odd ones a quarter turn ahead; a Linear that is given its weight by setattr."""

import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    column = torch.arange(dim, dtype=torch.float64)
    pair = torch.div(column, 2, rounding_mode="floor")
    turn = torch.outer(torch.arange(length, dtype=torch.float64), 10000.0 ** (-2 * pair / dim))
    return torch.sin(turn + (column % 2) * math.pi / 2).float()


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, pad_id)
        self.head = nn.Linear(in_features=dim, out_features=vocab, bias=False)
        self.head.__setattr__("weight", self.token.weight)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))
        self.root = math.sqrt(dim)

    def forward(self, ids):
        return torch.add(self.positions[: ids.size(1)], self.token(ids), alpha=self.root)

    def logits(self, h):
        return self.head.forward(h)
