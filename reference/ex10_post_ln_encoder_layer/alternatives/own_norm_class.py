import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class Norm(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(features))
        self.offset = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return centred * (centred.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * self.scale + self.offset


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norms = nn.ModuleList([Norm(dim), Norm(dim)])
        self.mha = MultiHeadAttention(dim, num_heads, dropout)
        self.mlp = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        branches = (lambda t: self.mha(t, t, t, source_blocked_mask)[0], self.mlp)
        for norm, branch in zip(self.norms, branches, strict=True):
            x = norm(x + branch(x))
        return x
