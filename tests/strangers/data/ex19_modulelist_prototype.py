# exercise: 19
# fault: ModuleList is there now, but it still holds one prototype num_layers times | line: 12
# fault: the mask is still not passed to the layers | line: 18
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        prototype = layer_factory()
        self.layers = nn.ModuleList([prototype] * num_layers)
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        hidden = x
        for layer in self.layers:
            hidden = layer(hidden)
        return self.final_norm(hidden)
