from functools import partial, reduce

from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(make() for make in [layer_factory] * num_layers)
        self.final_norm = nn.LayerNorm([dim])

    def forward(self, x, source_blocked_mask=None):
        step = partial(self.step, mask=source_blocked_mask)
        return self.final_norm(reduce(step, self.layers, x))

    @staticmethod
    def step(x, layer, mask):
        return layer(x, mask)
