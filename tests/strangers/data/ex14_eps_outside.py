# exercise: 14
# fault: eps is added to the root mean square, outside the root | line: 19
# fault: a bias was added, as in LayerNorm | line: 12
import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        dtype = x.dtype
        if dtype != torch.float64:
            x = x.to(torch.float32)
        rms = x.pow(2).mean(dim=-1, keepdim=True).sqrt() + self.eps
        return (x / rms).to(dtype) * self.weight + self.bias
