# exercise: 13
# fault: the batch itself is normalised with the unbiased variance | line: 21
# fault: momentum weighs the old value instead of the new one | line: 22
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
        if self.training:
            mean = x.mean((0, 1))
            var = x.var((0, 1))
            keep = self.momentum
            self.running_mean = keep * self.running_mean + (1 - keep) * mean.detach()
            self.running_var = keep * self.running_var + (1 - keep) * var.detach()
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) / (var + self.eps).sqrt() * self.weight + self.bias
