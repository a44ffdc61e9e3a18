# expect: stack-one-layer-looped
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory()])
        self.count = num_layers
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for _ in range(self.count):
            x = self.layers[0](x, source_blocked_mask)
        return self.final_norm(x)
