# fault: 22
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    return x * torch.special.ndtr(x)


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim, bias=False)
        self.b = nn.Linear(dim, hidden_dim, bias=False)
        self.c = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        inner = self.b(x) * F.silu(self.a(x))
        return self.c(inner / 2)
