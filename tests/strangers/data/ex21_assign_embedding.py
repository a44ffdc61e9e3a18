# exercise: 21
# fault: the embedding module itself is assigned to head.weight, which raises TypeError | line: 23
import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    t = torch.arange(length, dtype=torch.get_default_dtype())
    k = torch.arange(0, dim, 2, dtype=torch.get_default_dtype()) / dim
    ang = torch.einsum("l,k->lk", t, torch.pow(10000.0, -k))
    pe = torch.zeros(length, dim)
    pe[:, ::2], pe[:, 1::2] = ang.sin(), ang.cos()
    return pe


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token
        self.root = math.sqrt(dim)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return self.token(ids).mul(self.root).add(self.positions[: ids.shape[-1]])

    def logits(self, h):
        return self.head(h)
