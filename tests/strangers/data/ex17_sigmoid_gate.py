# exercise: 17
# fault: the gate is a sigmoid (GLU) instead of SiLU | line: 19
import torch
from torch import nn


def gelu(x):
    return x * torch.special.ndtr(x)


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        gate = torch.sigmoid(self.gate_proj(x))
        return self.down_proj(gate * self.up_proj(x))
