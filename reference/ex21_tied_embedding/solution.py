"""Reference for exercise 21: Vaswani et al. (2017), sections 3.4 and 3.5; tied weights of Press and Wolf
(2017).
"""

import math

import torch
from torch import LongTensor, Tensor, nn


def sinusoidal_positions(length: int, dim: int) -> Tensor:
    """[length, dim]: sin(pos / 10000^(2i/dim)) in column 2i, the cosine in column 2i + 1."""
    angle = torch.arange(length).unsqueeze(1) / 10000.0 ** (
        torch.arange(0, dim, 2) / dim
    )  # [length, dim / 2]
    table = torch.empty(length, dim)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table


class TiedEmbedding(nn.Module):
    """token(ids) * sqrt(dim) + positions on the way in, the same matrix on the way out."""

    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        self.dim = dim
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids: LongTensor) -> Tensor:
        """ids: [B, S] -> [B, S, dim]."""
        return self.token(ids) * math.sqrt(self.dim) + self.positions[: ids.shape[1]]

    def logits(self, h: Tensor) -> Tensor:
        """h: [..., dim] -> [..., vocab]."""
        return self.head(h)
