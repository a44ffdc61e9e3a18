"""Reference for exercise 13: batch normalisation of Ioffe and Szegedy (2015) over batch and positions."""

import torch
from torch import Tensor, nn


class SequenceBatchNorm(nn.Module):
    """One mean and one variance for each channel: the batch's own in training, remembered ones in eval."""

    running_mean: Tensor
    running_var: Tensor

    def __init__(self, dim: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))
        self.eps = eps
        self.momentum = momentum

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, dim] -> [B, S, dim]; in training at least two vectors."""
        mean, var = self.running_mean, self.running_var
        if self.training:
            mean = x.mean(dim=(0, 1))
            var = (x - mean).square().mean(dim=(0, 1))
            self._remember(mean, var, x.shape[0] * x.shape[1])
        return self.weight * (x - mean) / torch.sqrt(var + self.eps) + self.bias

    @torch.no_grad()
    def _remember(self, mean: Tensor, var: Tensor, count: int) -> None:
        self.running_mean.lerp_(mean, self.momentum)
        self.running_var.lerp_(var * count / (count - 1), self.momentum)
