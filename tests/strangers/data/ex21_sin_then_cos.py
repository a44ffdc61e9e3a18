# exercise: 21
# fault: all sines come first and all cosines after them | line: 13
import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    pos = torch.arange(length, dtype=torch.get_default_dtype()).unsqueeze(1)
    freq = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
    angle = pos * freq
    return torch.cat([angle.sin(), angle.cos()], dim=1)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.scale = math.sqrt(dim)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return self.token(ids) * self.scale + self.positions[: ids.shape[1]]

    def logits(self, h):
        return self.head(h)
