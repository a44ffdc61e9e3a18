import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        scale = dim**-0.5
        self.down_weight = nn.Parameter(torch.rand(dim, hidden_dim) * scale)
        self.down_bias = nn.Parameter(torch.rand(dim))
        self.up_weight = nn.Parameter(torch.rand(hidden_dim, dim) * scale)
        self.up_bias = nn.Parameter(torch.rand(hidden_dim))
        self.first, self.second = nn.Dropout(dropout), nn.Dropout(dropout)

    def forward(self, x):
        h = torch.einsum("fd,...d->...f", self.up_weight, x) + self.up_bias
        h = self.first(torch.maximum(h, torch.zeros_like(h)))
        return self.second(torch.einsum("df,...f->...d", self.down_weight, h) + self.down_bias)
