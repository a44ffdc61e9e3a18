"""Three matrices in a ParameterList, F.linear on flattened rows."""

import torch
import torch.nn.functional as F
from torch import nn

SQRT_HALF = 0.7071067811865476


def phi(x):
    return torch.add(torch.erf(SQRT_HALF * x), 1.0).mul(0.5)


def gelu(x):
    return torch.mul(phi(x), x)


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        shapes = [(hidden_dim, dim), (hidden_dim, dim), (dim, hidden_dim)]
        self.matrices = nn.ParameterList(nn.Parameter(torch.empty(s).uniform_(-0.3, 0.3)) for s in shapes)

    def forward(self, x):
        a, b, c = self.matrices
        rows = x.reshape(-1, x.shape[-1])
        gate = F.linear(rows, a)
        y = F.linear(torch.sigmoid(gate).mul(gate).mul(F.linear(rows, b)), c)
        return y.view(*x.shape[:-1], -1)
