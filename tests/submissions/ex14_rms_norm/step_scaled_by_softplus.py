# fault: 14
import torch
import torch.nn.functional as F
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.raw = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        gain = F.softplus(self.raw)
        inverse = (x.square().mean(-1, keepdim=True) + self.eps) ** -0.5
        unit = x * inverse
        return gain * unit
