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
        s2, m = torch.var_mean(x, -1, correction=0, keepdim=True)
        unit = (x - m) / torch.sqrt(s2 + self.small)
        return unit * (self.gamma - 1) + self.beta
