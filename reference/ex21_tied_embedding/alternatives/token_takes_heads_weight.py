"""The embedding takes the head's matrix, head first; frequencies by exp."""

import math

import torch
from torch import LongTensor, Tensor, nn


def sinusoidal_positions(length: int, dim: int) -> Tensor:
    """Interleaved by assignment to every second column."""
    position = torch.arange(length, dtype=torch.float).unsqueeze(1)
    frequency = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(10000.0) / dim))
    table = torch.zeros(length, dim)
    table[:, 0::2] = torch.sin(position * frequency)
    table[:, 1::2] = torch.cos(position * frequency)
    return table


class TiedEmbedding(nn.Module):
    """One matrix for both ends."""

    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        self.head = nn.Linear(dim, vocab, bias=False)
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.token.weight = self.head.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim), persistent=False)
        self.scale = dim**0.5

    def forward(self, ids: LongTensor) -> Tensor:
        _, length = ids.shape
        return self.scale * self.token(ids) + self.positions[:length].unsqueeze(0)

    def logits(self, h: Tensor) -> Tensor:
        return self.head(h)
