"""A recurrent network: no attention anywhere."""

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        x = self.token(ids)
        h = x.new_zeros(ids.shape[0], x.shape[-1])
        for t in range(ids.shape[1]):
            h = torch.where(is_pad[:, t, None], h, self.cell(x[:, t], h))
        return self.out(h)


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Recurrent(vocab, dim)
