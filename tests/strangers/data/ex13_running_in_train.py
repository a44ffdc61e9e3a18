# exercise: 13
# fault: training mode normalises with the running values that were just updated, not with the batch | line: 25
# fault: eps stands outside the root | line: 26
# fault: running_var starts at zeros | line: 15
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.zeros(dim))
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        mean, var = self.running_mean, self.running_var
        if self.training:
            m = self.momentum
            flat = x.detach().flatten(0, 1)
            self.running_mean = (1 - m) * self.running_mean + m * flat.mean(0)
            self.running_var = (1 - m) * self.running_var + m * flat.var(0)
            mean, var = self.running_mean, self.running_var
        return (x - mean) / (var.sqrt() + self.eps) * self.weight + self.bias
