# exercise: 2
# fault: the sign of beta is still wrong | line: 17
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        d = x - x.mean(dim=-1, keepdim=True)
        rms = torch.sqrt((d ** 2).mean(dim=-1, keepdim=True) + self.eps)
        return d / rms * self.gamma - self.beta
