# fault: 13
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.small = eps
        self.gain = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        q = torch.mean(x**4, dim=-1, keepdim=True)
        return self.gain * (x * torch.rsqrt(q + self.small))
