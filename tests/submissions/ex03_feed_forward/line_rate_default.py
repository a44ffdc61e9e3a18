# fault: 13
import math
import torch
from torch import nn
from torch.nn import functional as F


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.lin1 = nn.Linear(dim, hidden_dim)
        self.lin2 = nn.Linear(hidden_dim, dim)
        self.d1 = nn.Dropout()
        self.d2 = nn.Dropout(dropout)

    def forward(self, x):
        h = torch.relu(self.lin1(x))
        return self.d2(self.lin2(self.d1(h)))
