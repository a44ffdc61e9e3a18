# exercise: 2
# fault: x.var without correction=0 divides by D - 1 | line: 15
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.dim, self.eps = dim, eps
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        mu, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True)
        return torch.addcmul(self.beta, self.gamma, (x - mu) * torch.rsqrt(var + self.eps))
