# exercise: 2
# fault: beta is a plain tensor, neither trained nor in the state dict | line: 12
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = torch.zeros(dim)

    def _moments(self, x):
        m = x.mean(-1, keepdim=True)
        return m, (x - m).pow(2).mean(-1, keepdim=True)

    def forward(self, x):
        m, v = self._moments(x)
        return (x - m) / torch.sqrt(v + self.eps) * self.gamma + self.beta
