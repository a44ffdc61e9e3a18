"""Keeps the counter that PyTorch keeps, too."""

import torch
from torch import Tensor, nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long))

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            self.num_batches_tracked += 1
            mean = x.mean(dim=(0, 1), keepdim=True)
            var = x.var(dim=(0, 1), unbiased=False, keepdim=True)
            n = x.size(0) * x.size(1)
            with torch.no_grad():
                self.running_mean.mul_(1 - self.momentum).add_(mean.flatten(), alpha=self.momentum)
                self.running_var.mul_(1 - self.momentum).add_(
                    var.flatten() * n / (n - 1), alpha=self.momentum
                )
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) / torch.sqrt(var + self.eps) * self.weight + self.bias
