# fault: 14
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(dim))
        self.gamma = nn.Parameter(torch.ones(dim))
        self.small = eps

    def forward(self, x):
        level = x[..., 1:].mean(dim=-1, keepdim=True)
        away = x - level
        return self.beta + self.gamma * away * (away.pow(2).mean(-1, keepdim=True) + self.small).rsqrt()
