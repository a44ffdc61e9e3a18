# exercise: 3
# fault: the first bias is added after the ReLU instead of before it | line: 25
# fault: dropout in training does not rescale the kept values | line: 22
# fault: the hidden activation has no dropout | line: 26
import torch
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.p = dropout
        self.W1 = nn.Parameter(torch.randn(hidden_dim, dim) / dim ** 0.5)
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.W2 = nn.Parameter(torch.randn(dim, hidden_dim) / hidden_dim ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(dim))

    def drop(self, t):
        if not self.training:
            return t
        keep = torch.rand_like(t) >= self.p
        return t * keep

    def forward(self, x):
        h = torch.relu(x @ self.W1.T) + self.b1
        y = h @ self.W2.T + self.b2
        return self.drop(y)
