"""Computes in float64 and returns the dtype of x."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim), requires_grad=True)
        self.beta = nn.Parameter(torch.zeros(dim), requires_grad=True)
        self.eps = torch.tensor(eps, dtype=torch.float64)

    def forward(self, x):
        z = x.double()
        z = z - z.mean(-1, keepdim=True)
        z = z * torch.rsqrt(z.pow(2).mean(-1, keepdim=True) + self.eps)
        return (z * self.gamma.double() + self.beta.double()).type_as(x)
