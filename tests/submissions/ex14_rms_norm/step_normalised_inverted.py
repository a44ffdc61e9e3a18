# expect: wrong_answer
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.w = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        power = x.pow(2).sum(-1, keepdim=True).div(x.size(-1))
        r = power.add(self.eps).sqrt()
        return (r * x) * self.w
