"""Both sizes are known, but the bias stands beside a map without one."""

import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self, size_in, size_out):
        super().__init__()
        self.offset = nn.Parameter(torch.zeros(1, size_out))
        self.map = nn.Linear(size_in, size_out, bias=False)

    def forward(self, x):
        return self.map(x) + self.offset.squeeze(0)


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.layers = nn.ModuleDict({"1": Affine(dim, hidden_dim), "2": Affine(hidden_dim, dim)})
        self.dropout = dropout

    def forward(self, x):
        x = nn.functional.relu(self.layers["1"](x))
        x = nn.functional.dropout(x, self.dropout, self.training)
        x = self.layers["2"](x)
        return nn.functional.dropout(x, p=self.dropout, training=self.training)
