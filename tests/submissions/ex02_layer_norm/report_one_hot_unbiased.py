# expect: wrong_answer
# fault: 17
# Reported in public: the offset is added, but a one-hot token of four features gives 1.5 instead of 1.73: the spread divides by D - 1.
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        middle = x.mean(dim=-1, keepdim=True)
        spread = torch.sqrt(x.var(dim=-1, keepdim=True) + self.eps)
        return self.gamma * ((x - middle) / spread) + self.beta
