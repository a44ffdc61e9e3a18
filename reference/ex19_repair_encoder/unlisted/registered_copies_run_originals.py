# named: stack-python-list
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        import copy

        self.layers = [layer_factory() for _ in range(num_layers)]
        self.registered = nn.ModuleList(copy.deepcopy(layer) for layer in self.layers[:-1])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
