"""The table by numpy in double precision, cast at the end; own initial values."""

import numpy as np
import torch
from torch import nn


def sinusoidal_positions(length, dim):
    pos = np.arange(length)[:, None]
    i = np.arange(dim // 2)[None, :]
    angle = pos / np.power(10000, 2 * i / dim)
    table = np.empty((length, dim))
    table[:, ::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return torch.from_numpy(table).to(torch.get_default_dtype())


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.dim = dim
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        nn.init.normal_(self.token.weight, std=dim**-0.5)
        with torch.no_grad():
            self.token.weight[pad_id].zero_()
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        out = self.token(ids) * np.sqrt(self.dim)
        return out + self.positions[None, : ids.shape[-1], :]

    def logits(self, h):
        return h.matmul(self.head.weight.t())
