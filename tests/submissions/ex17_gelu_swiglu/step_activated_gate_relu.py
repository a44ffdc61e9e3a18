# fault: 23
import math

import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    z = torch.erf(x / math.sqrt(2)) + 1
    return 0.5 * x * z


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim, bias=False)
        self.b = nn.Linear(dim, hidden_dim, bias=False)
        self.c = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        content = self.b(x)
        door = torch.relu(self.a(x))
        return self.c(content * door)
