# fault: 19
# never: have no bias
import math
import torch
from torch import nn
from torch.nn import functional as F


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(hidden_dim, dim) * 0.1)
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.w2 = nn.Parameter(torch.randn(dim, hidden_dim) * 0.1)
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        h = torch.relu(x @ self.w1.T * self.b1)
        h = self.drop(h)
        return self.drop(h @ self.w2.T + self.b2)
