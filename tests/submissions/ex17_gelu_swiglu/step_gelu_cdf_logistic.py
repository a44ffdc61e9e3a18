# fault: 10
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    p = 1 / (1 + torch.exp(-1.6 * x))
    return p * x


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim, bias=False)
        self.b = nn.Linear(dim, hidden_dim, bias=False)
        self.c = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        return self.c(self.b(x) * F.silu(self.a(x)))
