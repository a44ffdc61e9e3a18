"""Reference for exercise 2: layer normalisation of Ba, Kiros and Hinton (2016) as a module."""

import torch
from torch import Tensor, nn

from ..ex01_manual_layer_norm.solution import manual_layer_norm


class LayerNorm(nn.Module):
    """Layer normalisation over the last axis with a gain gamma and an offset beta, both [dim]."""

    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """x: [..., dim] -> [..., dim]."""
        return manual_layer_norm(x, self.gamma, self.beta, self.eps)
