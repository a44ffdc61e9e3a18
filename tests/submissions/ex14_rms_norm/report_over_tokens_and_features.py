# expect: wrong_answer
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        power = x.float().pow(2).mean(dim=tuple(range(max(x.dim() - 2, 0), x.dim())), keepdim=True)  # tokens too
        return (x.float() * torch.rsqrt(power + self.eps)).to(x.dtype) * self.weight
