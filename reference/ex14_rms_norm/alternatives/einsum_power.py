import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.g = nn.Parameter(torch.full((dim,), 1.0))

    def forward(self, x):
        y = x.double()
        power = torch.einsum("...d,...d->...", y, y) / y.shape[-1]
        y = torch.einsum("...d,...,d->...d", y, (power + self.eps) ** -0.5, self.g.double())
        return y.to(x.dtype)
