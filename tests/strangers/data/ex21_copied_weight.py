# exercise: 21
# fault: the embedding's values are copied into the head once, so there are two parameters that drift apart | line: 23
import math

import torch
from torch import nn


def sinusoidal_positions(length, dim):
    p = torch.arange(length).to(torch.get_default_dtype())
    w = 10000.0 ** (-torch.arange(0, dim, 2) / dim)
    out = torch.empty(length, dim)
    out[:, 0::2] = torch.sin(torch.outer(p, w))
    out[:, 1::2] = torch.cos(torch.outer(p, w))
    return out


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight.data.copy_(self.token.weight.data)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))
        self.dim = dim

    def forward(self, ids):
        B, S = ids.shape
        return self.token(ids) * math.sqrt(self.dim) + self.positions[:S].unsqueeze(0)

    def logits(self, h):
        return self.head(h)
