# expect: wrong_answer
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(dim))
        self.gamma = nn.Parameter(torch.ones(dim))
        self.small = eps

    def forward(self, x):
        n = x.shape[-1] + 1
        away = x - x.sum(-1, keepdim=True) / x.shape[-1]
        power = torch.einsum('...d,...d->...', away, away).unsqueeze(-1) / n
        return away.mul(self.gamma).div((power + self.small).sqrt()).add(self.beta)
