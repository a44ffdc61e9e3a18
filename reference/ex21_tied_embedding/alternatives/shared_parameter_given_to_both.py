"""A parameter of its own that both ends are given; pairs by stack and reshape."""

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    steps = torch.arange(length).float()
    rates = 1.0 / (10000.0 ** (torch.arange(dim // 2).float() * 2 / dim))
    angle = torch.einsum("p,i->pi", steps, rates)
    return torch.stack([angle.sin(), angle.cos()], dim=2).reshape(length, dim)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        matrix = nn.Parameter(torch.randn(vocab, dim) * 0.02)
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.token.weight = matrix
        self.head.weight = matrix
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        batch, length = ids.shape
        h = self.token(ids).mul(self.token.embedding_dim**0.5)
        for b in range(batch):
            h[b] = h[b] + self.positions[:length]
        return h

    def logits(self, h):
        return self.head(h)
