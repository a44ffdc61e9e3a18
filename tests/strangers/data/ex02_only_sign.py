# exercise: 2
# fault: still divides by D - 1, since Tensor.std is unbiased by default | line: 17
# fault: eps still stands outside the root | line: 18
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        centre = x.mean(dim=-1, keepdim=True)
        spread = x.std(dim=-1, keepdim=True)
        standardised = (x - centre) / (spread + self.eps)
        return standardised * self.gamma + self.beta
