# exercise: 2
# fault: the root is taken of the variance only and eps is squared into nothing: sqrt(var) + eps ** 2 | line: 18
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        diff = x - mean
        var = torch.einsum("...d,...d->...", diff, diff).unsqueeze(-1) / x.shape[-1]
        return diff / (var.sqrt() + self.eps ** 2) * self.gamma + self.beta
