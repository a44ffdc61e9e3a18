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
        d = x - x.mean(-1, keepdim=True)
        out = d / ((d * d).mean(-1, keepdim=True) + self.small).sqrt()
        out = out * self.gamma
        return out + self.beta.flip(0)
