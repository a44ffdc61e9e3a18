import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        nn.Module.__init__(self)
        for name, value in (("gamma", 1.0), ("beta", 0.0)):
            self.register_parameter(name, nn.Parameter(torch.full((dim,), value)))
        self.eps = eps

    def forward(self, inputs=None, x=None):
        x = inputs if x is None else x
        mean = x.sum(dim=-1) / x.shape[-1]
        mean = mean.unsqueeze(-1)
        std = torch.sqrt(((x - mean) ** 2).sum(dim=-1) / x.shape[-1] + self.eps)
        return (x - mean) / std[..., None] * self.gamma + self.beta
