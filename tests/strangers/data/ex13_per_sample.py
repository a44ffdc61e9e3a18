# exercise: 13
# fault: mean and variance are taken over the positions only, so there is one pair per sample (instance norm) | line: 19
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.eps, self.momentum = eps, momentum
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))

    def forward(self, x):
        if self.training:
            n = x.shape[0] * x.shape[1]
            mean = x.mean(dim=1, keepdim=True)
            var = x.var(dim=1, keepdim=True, correction=0)
            with torch.no_grad():
                self.running_mean.lerp_(mean.mean(0).squeeze(0), self.momentum)
                self.running_var.lerp_(var.mean(0).squeeze(0) * n / (n - 1), self.momentum)
        else:
            mean, var = self.running_mean, self.running_var
        return (x - mean) / torch.sqrt(var + self.eps) * self.weight + self.bias
