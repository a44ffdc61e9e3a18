# exercise: 17
# fault: the three projections have biases | line: 20
# fault: the branches are added instead of multiplied | line: 26
import math

import torch
import torch.nn.functional as F
from torch import nn

SQRT_HALF = math.sqrt(0.5)


def gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x * SQRT_HALF))


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        make = nn.Linear
        self.gate_proj = make(dim, hidden_dim)
        self.up_proj = make(dim, hidden_dim)
        self.down_proj = make(hidden_dim, dim)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) + self.up_proj(x))
