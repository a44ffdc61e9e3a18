"""Keeps the work in a small module and only calls it from the function."""

import torch
from torch import nn


class Standardise(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    def forward(self, x):
        m = x.mean(dim=x.dim() - 1, keepdim=True)
        v = ((x - m) ** 2).mean(dim=x.dim() - 1, keepdim=True)
        return (x - m).div(torch.sqrt(v + self.eps))


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return Standardise(eps)(x).multiply(gamma).add(beta)
