"""Reference for exercise 17: GELU of Hendrycks and Gimpel (2016), SwiGLU of Shazeer (2020), equation 6."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def gelu(x: Tensor) -> Tensor:
    """x times the probability that a standard normal number lies below it; any shape."""
    return 0.5 * x * (1.0 + torch.erf(x / math.sqrt(2.0)))


class SwiGLUFeedForward(nn.Module):
    """Two projections up, one of them through SiLU as a gate of the other, and one down; no biases."""

    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """x: [..., dim] -> [..., dim]."""
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))
