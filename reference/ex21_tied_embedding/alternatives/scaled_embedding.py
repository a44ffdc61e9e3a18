"""An embedding that scales by itself; complex exponentials for the table."""

import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    exponent = torch.arange(0, dim, 2, dtype=torch.float64) / dim
    angle = torch.arange(length, dtype=torch.float64)[:, None] * torch.pow(
        torch.tensor(10000.0, dtype=torch.float64), -exponent
    )
    turned = torch.view_as_real(torch.polar(torch.ones_like(angle), angle))
    return turned.flip(-1).reshape(length, dim).to(torch.float32)


class Scaled(nn.Embedding):
    def forward(self, ids):
        return super().forward(ids) * math.sqrt(self.embedding_dim)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = Scaled(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        del self.head.weight
        self.head.register_parameter("weight", self.token.weight)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return self.token(ids) + self.positions.narrow(0, 0, ids.shape[1])

    def logits(self, h):
        return self.head(h)
