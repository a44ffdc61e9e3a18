# expect: stack-deepcopied-layers
import copy

from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        first = layer_factory()
        self.layers = nn.ModuleList([copy.deepcopy(first) for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
