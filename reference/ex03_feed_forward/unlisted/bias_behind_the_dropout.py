"""The last bias is added behind the last dropout: what is dropped is not 0."""

import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.lin1 = nn.Linear(dim, hidden_dim)
        self.lin2 = nn.Linear(hidden_dim, dim, bias=False)
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        h = self.drop(torch.relu(self.lin1(x)))
        return self.drop(self.lin2(h)) + self.b2
