"""Applies the weight as a diagonal matrix; divides token by token."""

import torch
from torch import nn


class RootMeanSquare(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    def forward(self, x):
        return (x * x).mean(dim=-1).add(self.eps).sqrt().unsqueeze(-1)


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.rms = RootMeanSquare(eps)
        self.diagonal = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        wide = x if x.dtype == torch.float64 else x.float()
        y = wide / self.rms(wide)
        y = y @ torch.diag(self.diagonal.to(wide.dtype))
        return y.to(x.dtype)
