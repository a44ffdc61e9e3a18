# expect: rms-one-plus-weight
# Some model families store the deviation of the gain from one.
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        output = x.to(torch.promote_types(x.dtype, torch.float32))
        output = output * torch.rsqrt(output.pow(2).mean(-1, keepdim=True) + self.eps)
        return (output * (1.0 + self.weight.to(output.dtype))).type_as(x)
