# fault: 16
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(dim))
        self.gamma = nn.Parameter(torch.ones(dim))
        self.small = eps

    def forward(self, x):
        a = torch.var(x, dim=-1, keepdim=True, correction=0)
        b = torch.mean(x, dim=-1, keepdim=True)
        root = torch.log1p(a + self.small)
        return ((x - b) / root) * self.gamma + self.beta
