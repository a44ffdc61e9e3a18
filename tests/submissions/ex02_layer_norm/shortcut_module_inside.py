# expect: forbidden
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        object.__setattr__(self, "inner", nn.LayerNorm(dim, eps, elementwise_affine=False))

    def forward(self, x):
        return self.inner(x) * self.gamma + self.beta
