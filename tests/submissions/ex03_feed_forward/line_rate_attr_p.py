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
        self.p = 0.1

    def forward(self, x):
        h = torch.relu(self.lin1(x))
        h = F.dropout(h, self.p, self.training)
        return F.dropout(self.lin2(h), self.p, self.training)
