# exercise: 9
# fault: the factory is called once and the layer deep-copied, so all layers start from equal values | line: 16
# fault: the final norm is missing from forward | line: 22
import copy

from torch import nn


def get_clones(module, N):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(N)])


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = get_clones(layer_factory(), num_layers)
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for mod in self.layers:
            x = mod(x, source_blocked_mask)
        return x
