# expect: wrong_answer
import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.q = nn.Linear(hidden_dim, dim)
        self.off = nn.Dropout(dropout)
        self.k = nn.Linear(dim, hidden_dim)

    def forward(self, x):
        m = torch.relu(self.k(x))
        w = self.q.weight.flip(1)
        return self.off(self.off(m) @ w.T + self.q.bias)
