"""All tokens as the rows of one matrix, each map one torch.addmm."""

import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.one, self.two = nn.Linear(dim, hidden_dim), nn.Linear(hidden_dim, dim)
        self.keep = 1.0 - dropout

    def _drop(self, x):
        if not self.training or self.keep == 1.0:
            return x
        return x * torch.bernoulli(torch.full_like(x, self.keep)) / self.keep

    def forward(self, x):
        rows = x.flatten(0, -2) if x.dim() > 1 else x.unsqueeze(0)
        hidden = torch.addmm(self.one.bias, rows, self.one.weight.T)
        hidden = self._drop(hidden * (hidden > 0))
        return self._drop(torch.addmm(self.two.bias, hidden, self.two.weight.T)).view_as(x)
