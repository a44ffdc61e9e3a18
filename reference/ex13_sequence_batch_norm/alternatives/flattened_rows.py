"""Treats the batch as one long list of vectors."""

import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.register_buffer("running_var", torch.ones(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps, self.m = eps, momentum

    def forward(self, x):
        rows = x.reshape(-1, x.shape[-1])
        if self.training:
            var, mean = torch.var_mean(rows, dim=0, correction=0)
            self.running_mean = (1 - self.m) * self.running_mean + self.m * mean.detach()
            self.running_var = (1 - self.m) * self.running_var + self.m * rows.detach().var(dim=0)
        else:
            mean, var = self.running_mean, self.running_var
        return ((rows - mean) * torch.rsqrt(var + self.eps) * self.weight + self.bias).view_as(x)
