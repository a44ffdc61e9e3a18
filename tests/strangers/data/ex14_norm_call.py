# exercise: 14
# fault: x.norm gets keepdims=True, which is not a keyword of Tensor.norm, so it raises TypeError | line: 15
import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps, self.dim = eps, dim

    def forward(self, x):
        y = x if x.dtype == torch.float64 else x.float()
        ms = y.norm(p=2, dim=-1, keepdims=True).square() / self.dim
        return (y * torch.rsqrt(ms + self.eps)).to(x.dtype) * self.weight
