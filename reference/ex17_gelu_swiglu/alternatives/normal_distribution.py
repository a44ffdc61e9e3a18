"""Phi from torch.distributions; the gate as a module of its own."""

import torch
from torch import nn
from torch.distributions import Normal


def gelu(x):
    return x * Normal(0.0, 1.0).cdf(x)


class Gate(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.linear = nn.Linear(n_in, n_out, bias=False)
        self.act = nn.SiLU()

    def forward(self, x):
        return self.act(self.linear(x))


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.branches = nn.ModuleDict(
            {"gate": Gate(dim, hidden_dim), "up": nn.Linear(dim, hidden_dim, False)}
        )
        self.out = nn.Linear(hidden_dim, dim, False)

    def forward(self, x):
        parts = [branch(x) for branch in self.branches.values()]
        return self.out(torch.mul(*parts))
