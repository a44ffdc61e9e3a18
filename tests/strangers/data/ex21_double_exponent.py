# exercise: 21
# fault: i already runs over 0, 2, 4, ... and is doubled once more in the exponent | line: 12
# fault: the token vectors are not multiplied by sqrt(dim) | line: 28
import torch
from torch import nn


def sinusoidal_positions(length, dim):
    table = torch.zeros(length, dim)
    position = torch.arange(length).unsqueeze(1)
    for i in range(0, dim, 2):
        angle = position[:, 0] / 10000 ** (2 * i / dim)
        table[:, i] = torch.sin(angle)
        table[:, i + 1] = torch.cos(angle)
    return table


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.dim = dim
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        x = self.token(ids)
        return x + self.positions[: ids.size(1)]

    def logits(self, h):
        return self.head(h)
