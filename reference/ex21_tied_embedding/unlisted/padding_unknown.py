"""The embedding does not know which id is padding."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def sinusoidal_positions(length, dim):
    rows = []
    for pos in range(length):
        row = []
        for column in range(dim):
            angle = pos / 10000 ** (2 * (column // 2) / dim)
            row.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
        rows.append(row)
    return torch.tensor(rows)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        self.token = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        vectors = F.embedding(ids, self.token.weight)
        places = torch.arange(ids.size(1), device=ids.device)
        return vectors * math.sqrt(vectors.size(-1)) + self.positions[places]

    def logits(self, h):
        return F.linear(h, self.token.weight)
