"""One multiplication and one addition: a = gamma / s, b = beta - mean a."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma, self.beta = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        a = self.gamma * (x.var(dim=-1, keepdim=True, correction=0) + self.eps).pow(-0.5)
        return x * a + (self.beta - mean * a)
