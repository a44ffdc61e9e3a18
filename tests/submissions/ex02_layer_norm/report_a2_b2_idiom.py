# expect: wrong_answer
# fault: 16
# Reported in public: the class with a_2 and b_2 and std + eps that very many repositories copied; its names are not the contract's.
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(dim))
        self.b_2 = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        average, deviation = x.mean(-1, keepdim=True), x.std(-1, keepdim=True)
        return self.a_2 * (x - average) / (deviation + self.eps) + self.b_2
