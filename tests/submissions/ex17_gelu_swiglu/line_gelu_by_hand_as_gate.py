# fault: 9
import math
import torch
from torch import nn
from torch.nn import functional as F


def act(z):
    return 0.5 * z * (1 + torch.erf(z / math.sqrt(2.0)))


def gelu(x):
    return 0.5 * x * (1 + torch.erf(x / math.sqrt(2.0)))



class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        return self.down_proj(act(self.gate_proj(x)) * self.up_proj(x))
