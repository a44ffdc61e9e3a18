# exercise: 14
# fault: divides by mean_square + eps, the root is forgotten | line: 19
import torch
import torch.nn as nn


def mean_square(t):
    return torch.mean(t ** 2, dim=-1, keepdim=True)


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        inp = x.float() if x.element_size() < 4 else x
        out = inp / (mean_square(inp) + self.eps)
        return self.weight * out.to(x.dtype)
