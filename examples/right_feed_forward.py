"""A right FeedForward, written with raw parameters and functions."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class FeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(dim, hidden_dim) / dim**0.5)
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.w2 = nn.Parameter(torch.randn(hidden_dim, dim) / hidden_dim**0.5)
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.p = dropout

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.clamp(x @ self.w1 + self.b1, min=0)
        hidden = F.dropout(hidden, self.p, self.training)
        return F.dropout(hidden @ self.w2 + self.b2, self.p, self.training)
