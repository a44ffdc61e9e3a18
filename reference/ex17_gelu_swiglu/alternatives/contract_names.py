import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class GELU(nn.Module):
    def forward(self, x):
        return x * (0.5 + 0.5 * torch.erf(x * math.sqrt(2) / 2))


def gelu(x: Tensor) -> Tensor:
    return GELU()(x)


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        hidden = F.silu(self.gate_proj(x))
        hidden = hidden.mul(self.up_proj(x))
        return self.down_proj(hidden)
