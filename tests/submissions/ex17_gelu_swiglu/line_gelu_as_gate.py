# fault: 21
import math
import torch
from torch import nn
from torch.nn import functional as F


def gelu(x):
    return x * 0.5 * (1 + torch.erf(x / math.sqrt(2.0)))


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        g = self.gate_proj(x)
        a = gelu(g)
        u = self.up_proj(x)
        return self.down_proj(a * u)
