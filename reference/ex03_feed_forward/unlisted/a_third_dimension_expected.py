import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim)
        self.b = nn.Linear(hidden_dim, dim)
        self.d = nn.Dropout(dropout)
        self.p = dropout

    def forward(self, x):
        _batch, _length, _width = x.shape
        return self.d(self.b(self.d(torch.relu(self.a(x)))))
