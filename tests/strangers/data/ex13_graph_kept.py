# exercise: 13
# fault: the running mean is updated with the graph attached, so it carries gradients from batch to batch | line: 22
# fault: the running statistics are plain attributes and miss from the state dict | line: 13
import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.running_mean = torch.zeros(dim)
        self.running_var = torch.ones(dim)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        if self.training:
            mean = x.mean(dim=(0, 1))
            var = x.var(dim=(0, 1), unbiased=False)
            n = x.numel() / x.shape[-1]
            self.running_mean = (1 - self.momentum) * self.running_mean + self.momentum * mean
            self.running_var = (1 - self.momentum) * self.running_var + self.momentum * var.detach() * n / (n - 1)
        else:
            mean = self.running_mean
            var = self.running_var
        return self.weight * (x - mean) / torch.sqrt(var + self.eps) + self.bias
