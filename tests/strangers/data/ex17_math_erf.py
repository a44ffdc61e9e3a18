# exercise: 17
# fault: math.erf takes a Python number, so a tensor with several elements raises | line: 11
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    return x * (1 + math.erf(x / math.sqrt(2))) / 2


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        hidden = F.silu(self.gate_proj(x)).mul(self.up_proj(x))
        return self.down_proj(hidden)
