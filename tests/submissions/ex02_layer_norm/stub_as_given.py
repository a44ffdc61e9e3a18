# expect: lnm-notebook-as-given
import torch
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        centre = x.mean(dim=-1, keepdim=True)  # [..., 1]
        spread = x.std(dim=-1, keepdim=True) + self.eps  # [..., 1]
        standardised = (x - centre) / spread  # [..., dim]
        return standardised * self.gamma - self.beta
