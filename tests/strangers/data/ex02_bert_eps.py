# exercise: 2
# fault: the default eps is 1e-12, as in BERT | line: 11
# fault: eps is added after the root | line: 20
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    """taken from pytorch-pretrained-bert"""

    def __init__(self, dim, eps=1e-12):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.variance_epsilon = eps

    def forward(self, x):
        u = x.mean(-1, keepdim=True)
        s = (x - u).pow(2).mean(-1, keepdim=True)
        x = (x - u) / (torch.sqrt(s) + self.variance_epsilon)
        return self.gamma * x + self.beta
