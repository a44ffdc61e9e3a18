# exercise: 21
# fault: the positions are cut by the batch size, ids.shape[0], as in sequence-first code | line: 28
# fault: positions start at 1 | line: 12
# fault: pad_id is not passed to the embedding | line: 22
import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    pos = torch.arange(1, length + 1, dtype=torch.get_default_dtype())[:, None]
    i = torch.arange(dim // 2, dtype=torch.get_default_dtype())
    ang = pos / 10000 ** (2 * i / dim)
    return torch.stack((ang.sin(), ang.cos()), -1).reshape(length, dim)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.dim = dim
        self.token = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return self.token(ids) * math.sqrt(self.dim) + self.positions[: ids.shape[0]]

    def logits(self, h):
        return self.head(h)
