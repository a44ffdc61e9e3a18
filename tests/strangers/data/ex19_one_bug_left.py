# exercise: 19
# fault: the final norm is created but not applied | line: 17
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        hidden = x
        for layer in self.layers:
            hidden = layer(hidden, source_blocked_mask)
        return hidden
