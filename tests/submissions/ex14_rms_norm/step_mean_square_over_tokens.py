# fault: 14
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.factor = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        weighted = x * self.factor
        b = (x * x).mean(dim=0, keepdim=True)
        return weighted / (b + self.eps).sqrt() * 0.5
