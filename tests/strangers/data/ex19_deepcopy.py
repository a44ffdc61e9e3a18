# exercise: 19
# fault: copies of one prototype: the factory runs only once (and even for num_layers = 0) | line: 12
# fault: the final norm has a residual: hidden + final_norm(hidden) | line: 20
import copy

from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        prototype = layer_factory()
        self.layers = nn.ModuleList(copy.deepcopy(prototype) for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        hidden = x
        for layer in self.layers:
            hidden = layer(hidden, source_blocked_mask)
        return hidden + self.final_norm(hidden)
