# exercise: 17
# fault: erf(x) instead of erf(x / sqrt(2)) | line: 10
# fault: SiLU acts on the up branch instead of the gate | line: 23
import torch
import torch.nn.functional as F
from torch import nn


def gelu(x):
    cdf = (1 + torch.erf(x)) / 2
    return x * cdf


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        g, u = self.gate_proj(x), self.up_proj(x)
        return self.down_proj(g * F.silu(u))
