# fault: 14
import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.q = nn.Linear(hidden_dim, dim)
        self.off = nn.Dropout(dropout)
        self.k = nn.Linear(dim, hidden_dim)

    def forward(self, x):
        t = torch.abs(self.k(x))
        y = self.q(self.off(t))
        return self.off(y)
