# expect: wrong_answer
# never: found -1.06904, expected -1.06904
import torch
from torch import Tensor, nn
import torch.nn.functional as F


class LayerNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        centre = x.mean(dim=-1, keepdim=True)  # [..., 1]
        spread = x.std(dim=-1, keepdim=True, unbiased=False) + self.eps  # [..., 1]
        standardised = (x - centre) / spread  # [..., dim]
        return standardised * self.gamma + self.beta
