# named: ln-eps-outside-sqrt
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))

    def forward(self, x):
        if self.training:
            mean = x.mean(dim=(0, 1))
            var = x.var(dim=(0, 1), unbiased=False)
            seen = x.detach().flatten(0, 1)
            self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * seen.mean(0)
            self.running_var = (1 - self.momentum) * self.running_var + self.momentum * seen.var(0)
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) / (torch.sqrt(var) + self.eps) * self.weight + self.bias
