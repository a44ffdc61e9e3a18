# exercise: 19
# fault: the layers are distinct but kept in a plain list, so their parameters are unknown to the encoder | line: 10
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = []
        for _ in range(num_layers):
            self.layers.append(layer_factory())
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
