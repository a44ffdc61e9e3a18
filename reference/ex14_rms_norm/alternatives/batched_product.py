"""The squares' sum as the product of a row with itself."""

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.dim, self.eps = dim, eps
        self.register_parameter("gain", nn.Parameter(torch.ones(dim)))

    def forward(self, x):
        kind = x.dtype
        if kind in (torch.half, torch.bfloat16):
            x = x.float()
        row = x.unsqueeze(-2)
        total = row.matmul(row.transpose(-2, -1)).squeeze(-1)
        root = torch.sqrt(total.div(self.dim).add(self.eps))
        return x.div(root).mul(self.gain).to(kind)
