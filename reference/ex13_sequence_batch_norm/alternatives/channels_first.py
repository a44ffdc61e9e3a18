import torch
from torch import nn


class SequenceBatchNorm(nn.Module):
    """Works on [D, B * S] inside."""

    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        for name, start in (("running_mean", 0.0), ("running_var", 1.0)):
            self.register_buffer(name, torch.full((dim,), start))
        self.hyper = {"eps": eps, "momentum": momentum}

    def forward(self, x):
        channels = x.permute(2, 0, 1).flatten(1)
        if self.training:
            centre = channels.sum(1) / channels.shape[1]
            spread = channels.std(1, unbiased=False) ** 2
            self.remember(centre, channels.var(1, unbiased=True))
        else:
            centre, spread = self.running_mean, self.running_var
        a = self.weight / (spread + self.hyper["eps"]) ** 0.5
        b = self.bias - centre * a
        return torch.addcmul(b, x, a)

    def remember(self, mean, var):
        share = self.hyper["momentum"]
        self.running_mean += share * (mean.detach() - self.running_mean)
        self.running_var += share * (var.detach() - self.running_var)
