# expect: ffn-residual-inside + ffn-dropout-active-in-eval
import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.q = nn.Linear(hidden_dim, dim)
        self.off = nn.Dropout(dropout)
        self.k = nn.Linear(dim, hidden_dim)

    def forward(self, x):
        inside = nn.functional.dropout(torch.relu(self.k(x)), self.off.p)
        return x + nn.functional.dropout(self.q(inside), self.off.p)
