# exercise: 13
# fault: eval mode also uses the statistics of the batch | line: 26
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))
        self.eps, self.momentum = eps, momentum

    @torch.no_grad()
    def update(self, mean, var, n):
        self.running_mean.mul_(1 - self.momentum).add_(mean, alpha=self.momentum)
        self.running_var.mul_(1 - self.momentum).add_(var * n / (n - 1), alpha=self.momentum)

    def forward(self, x):
        mean = x.mean(dim=(0, 1))
        var = (x - mean).square().mean(dim=(0, 1))
        if self.training:
            self.update(mean, var, x.size(0) * x.size(1))
        return (x - mean) / torch.sqrt(var + self.eps) * self.weight + self.bias
