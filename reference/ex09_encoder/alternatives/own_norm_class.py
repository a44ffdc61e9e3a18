import torch
from torch import nn


class Norm(nn.LayerNorm):
    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        variance = torch.mean(centred**2, dim=-1, keepdim=True)
        return self.weight * centred / torch.sqrt(variance + self.eps) + self.bias


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm, self.layers = Norm(dim), nn.ModuleList([])
        self.layers.extend([layer_factory() for _ in range(num_layers)])

    def forward(self, x, source_blocked_mask=None):
        stack = iter(self.layers)
        while (layer := next(stack, None)) is not None:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
