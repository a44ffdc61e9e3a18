import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.N = num_layers
        self.final_norm = nn.LayerNorm(dim)
        layers = []
        for _ in range(self.N):
            layers.append(layer_factory())
        self.layers = nn.ModuleList(layers)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer.forward(x, source_blocked_mask)
        norm = self.final_norm
        return F.layer_norm(x, norm.normalized_shape, norm.weight, norm.bias, norm.eps)
