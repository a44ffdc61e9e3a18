# expect: gelu-tanh-approximation + swiglu-sigmoid-gate
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(0.7978845608028654 * (x + 0.044715 * torch.pow(x, 3))))


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim, bias=False)
        self.b = nn.Linear(dim, hidden_dim, bias=False)
        self.c = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        return self.c(F.glu(torch.cat([self.b(x), self.a(x)], dim=-1), dim=-1))
