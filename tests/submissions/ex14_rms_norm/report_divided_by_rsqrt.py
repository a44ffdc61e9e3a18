# expect: wrong_answer
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        power = x.float().pow(2).mean(-1, keepdim=True)
        return (x.float() / torch.rsqrt(power + self.eps)).to(x.dtype) * self.weight  # the wrong way round
