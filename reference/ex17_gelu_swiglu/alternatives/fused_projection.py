"""Gate and content from one Linear, split afterwards."""

import math

import torch
from torch import nn


def gelu(x):
    return x * 0.5 * torch.erfc(-x * math.sqrt(0.5))


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_up = nn.Linear(dim, 2 * hidden_dim, bias=False)
        self.down = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        gate, up = self.gate_up(x).chunk(2, dim=-1)
        return self.down(gate * torch.sigmoid(gate) * up)
