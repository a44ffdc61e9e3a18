# exercise: 21
# fault: logits multiplies with token.weight untransposed, so the shapes do not fit | line: 28
# fault: the scale is dim instead of its root | line: 25
import torch
from torch import nn


def sinusoidal_positions(length, dim):
    rows = torch.arange(length).view(-1, 1)
    cols = torch.arange(dim).view(1, -1)
    ang = rows / 10000 ** ((cols - cols % 2) / dim)
    return torch.where(cols % 2 == 0, ang.sin(), ang.cos())


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        e = self.token(ids)
        return e * e.shape[-1] + self.positions[: ids.shape[1]]

    def logits(self, h):
        return h @ self.token.weight
