# exercise: 21
# fault: positions is a plain attribute, not a buffer, so it does not follow the module | line: 26
# fault: the positions are scaled together with the tokens | line: 30
import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    pe = torch.zeros(length, dim)
    position = torch.arange(0, length).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, dim, 2) * -(math.log(10000.0) / dim))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.d_model = dim
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.positions = sinusoidal_positions(max_len, dim)

    def forward(self, ids):
        summed = self.token(ids) + self.positions[: ids.size(1)]
        return summed * math.sqrt(self.d_model)

    def logits(self, h):
        return self.head(h)
