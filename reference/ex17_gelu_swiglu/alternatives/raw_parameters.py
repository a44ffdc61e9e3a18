"""Parameters stored (in, out) and einsum; the root of 2 as a float32 tensor."""

import torch
from torch import Tensor, nn


def gelu(x: Tensor) -> Tensor:
    root = torch.sqrt(torch.tensor(2.0))
    cdf = (1 + torch.erf(x / root)) / 2
    return cdf * x


class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        self.gate = nn.Parameter(torch.randn(dim, hidden_dim) / dim**0.5)
        self.content = nn.Parameter(torch.randn(dim, hidden_dim) / dim**0.5)
        self.back = nn.Parameter(torch.randn(hidden_dim, dim) / hidden_dim**0.5)

    def forward(self, x: Tensor) -> Tensor:
        g = torch.einsum("...d,df->...f", x, self.gate)
        c = torch.einsum("...d,df->...f", x, self.content)
        return torch.einsum("...f,...f,fd->...d", g / (1 + torch.exp(-g)), c, self.back)
