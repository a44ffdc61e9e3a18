# exercise: 2
# fault: super().__init__() is missing, so assigning a Parameter raises AttributeError | line: 9
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        xc = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * xc / (xc.square().mean(dim=-1, keepdim=True) + self.eps).sqrt() + self.beta
