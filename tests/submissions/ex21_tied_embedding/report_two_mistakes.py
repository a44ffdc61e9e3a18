# expect: pos-sin-cos-halves + emb-scale-includes-positions
import torch
from torch import nn


def sinusoidal_positions(length, dim):
    angle = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, dim, 2) / dim)
    return torch.cat((angle.sin(), angle.cos()), 1)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        h = self.token(ids) + self.positions[: ids.shape[1]]
        return h * self.head.in_features**0.5

    def logits(self, h):
        return self.head(h)
