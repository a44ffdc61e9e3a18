"""Reference for exercise 14: root mean square normalisation of Zhang and Sennrich (2019), equation 4."""

import torch
from torch import Tensor, nn


class RMSNorm(nn.Module):
    """Each token divided by its root mean square, times a weight; statistics at least in float32."""

    def __init__(self, dim: int, eps: float = 1e-6) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """x: [..., dim] -> [..., dim], in the dtype of x."""
        wide = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        scale = torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + self.eps)
        return (wide * scale).to(x.dtype) * self.weight
