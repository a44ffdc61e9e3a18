# fault: 15
import math
import torch
from torch import nn
from torch.nn import functional as F


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        c = x - x.mean(-1, keepdim=True)
        ms = c.pow(2).mean(-1, keepdim=True)
        return c * torch.rsqrt(ms + self.eps) * self.weight
