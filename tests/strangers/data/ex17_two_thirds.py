# exercise: 17
# fault: hidden_dim is shrunk to two thirds, as LLaMA does | line: 20
# fault: silu is applied twice, to the product as well | line: 27
# fault: gelu forgets the factor x and returns the CDF | line: 14
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    phi = 0.5 * (1 + torch.erf(x / math.sqrt(2)))
    return phi


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        hidden_dim = int(2 * hidden_dim / 3)
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        h = F.silu(self.gate_proj(x)) * self.up_proj(x)
        return self.down_proj(F.silu(h))
