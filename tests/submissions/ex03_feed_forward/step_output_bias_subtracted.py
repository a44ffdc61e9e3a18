# fault: 16
import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.q = nn.Linear(hidden_dim, dim)
        self.off = nn.Dropout(dropout)
        self.k = nn.Linear(dim, hidden_dim)

    def forward(self, x):
        kept = self.off(self.k(x).clamp_min(0))
        raw = torch.einsum('...f,df->...d', kept, self.q.weight)
        return self.off(raw - self.q.bias)
