# expect: tie-copied-not-shared
import torch
from torch import nn


def sinusoidal_positions(length, dim):
    angle = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, dim, 2) / dim)
    return torch.stack([torch.sin(angle), torch.cos(angle)], dim=-1).flatten(1)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight.data.copy_(self.token.weight.data)
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return self.token(ids) * self.token.embedding_dim**0.5 + self.positions[: ids.shape[1]]

    def logits(self, h):
        return self.head(h)
