"""The norm is a subclass of nn.LayerNorm that computes by hand; the dropout draws its own mask."""

import torch
from torch import nn


class HandNorm(nn.LayerNorm):
    def forward(self, x):
        away = x - x.mean(-1, keepdim=True)
        return away / torch.sqrt(away.square().mean(-1, keepdim=True) + self.eps) * self.weight + self.bias


class OwnDropout(nn.Dropout):
    def forward(self, x):
        if not self.training or self.p == 0:
            return x
        return torch.where(torch.rand(x.shape) < self.p, torch.zeros_like(x), x / (1 - self.p))


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm, self.dropout = HandNorm(dim), OwnDropout(dropout)
        self.pre = bool(norm_first)

    def forward(self, x, sublayer):
        result = sublayer(self.norm(x)) if self.pre else sublayer(x)
        if list(result.shape) != list(x.shape):
            raise ValueError
        summed = x.clone()
        summed += self.dropout(result)
        return summed if self.pre else self.norm(summed)
