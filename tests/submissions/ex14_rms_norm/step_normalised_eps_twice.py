# fault: 14
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.e = eps
        self.w = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        ms = x.square().mean(dim=-1, keepdim=True)
        return self.w * x / (torch.sqrt(ms + self.e) + self.e)
