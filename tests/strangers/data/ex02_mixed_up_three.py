# exercise: 2
# fault: the statistics run over both sequence and features | line: 17
# fault: gamma starts at zeros, so a fresh module returns zeros | line: 12
# fault: the variance is detached, so its gradient is lost | line: 19
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.zeros(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        dims = (-2, -1) if x.dim() >= 2 else -1
        mean = x.mean(dim=dims, keepdim=True)
        var = x.detach().var(dim=dims, keepdim=True, unbiased=False)
        return (x - mean) / torch.sqrt(var + self.eps) * self.gamma + self.beta
