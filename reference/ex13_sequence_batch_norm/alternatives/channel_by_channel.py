"""One channel after the other, in a loop."""

import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.dim, self.eps, self.momentum = dim, eps, momentum
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))

    def forward(self, x):
        out = []
        for d in range(self.dim):
            c = x[:, :, d]
            if self.training:
                mean, var = c.mean(), c.var(unbiased=False)
                with torch.no_grad():
                    self.running_mean[d] = self.running_mean[d] * (1 - self.momentum) + mean * self.momentum
                    self.running_var[d] = self.running_var[d] * (1 - self.momentum) + c.var() * self.momentum
            else:
                mean, var = self.running_mean[d], self.running_var[d]
            out.append((c - mean) / (var + self.eps).sqrt() * self.weight[d] + self.bias[d])
        return torch.stack(out, dim=-1)
