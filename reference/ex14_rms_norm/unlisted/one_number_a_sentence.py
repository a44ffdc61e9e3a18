# named: ln-over-sequence-and-features
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        wide = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        square = (wide * wide).mean(dim=tuple(range(max(wide.dim() - 2, 0), wide.dim())), keepdim=True)
        y = wide / torch.sqrt(square + self.eps)
        return y.to(x.dtype) * self.weight
