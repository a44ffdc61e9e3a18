# exercise: 13
# fault: the running variance is updated with the biased variance | line: 26
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))
        self.eps = eps
        self.momentum = momentum

    def forward(self, x):
        if not self.training:
            return self._apply_norm(x, self.running_mean, self.running_var)
        flat = x.reshape(-1, x.shape[-1])
        mu = flat.mean(0)
        var = ((flat - mu) ** 2).mean(0)
        m = self.momentum
        with torch.no_grad():
            self.running_mean = (1 - m) * self.running_mean + m * mu
            self.running_var = (1 - m) * self.running_var + m * var
        return self._apply_norm(x, mu, var)

    def _apply_norm(self, x, mu, var):
        return self.weight * (x - mu) * torch.rsqrt(var + self.eps) + self.bias
