"""Raw parameters as in the formula: x W1 + b1, with W1 [D, F]."""

import math

import torch
from torch import nn
from torch.nn.functional import dropout as drop


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.W1 = nn.Parameter(torch.randn(dim, hidden_dim) / math.sqrt(dim))
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.W2 = nn.Parameter(torch.randn(hidden_dim, dim) / math.sqrt(hidden_dim))
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.p = dropout

    def forward(self, x):
        hidden = torch.relu(x @ self.W1 + self.b1)
        hidden = drop(hidden, self.p, training=self.training)
        return drop(hidden @ self.W2 + self.b2, self.p, training=self.training)
