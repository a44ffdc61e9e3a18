"""eps is a tensor of float32."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = torch.tensor(eps)

    def forward(self, x):
        wide = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        root = torch.sqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)
        return (wide / root).type_as(x) * self.weight.to(x.dtype)
