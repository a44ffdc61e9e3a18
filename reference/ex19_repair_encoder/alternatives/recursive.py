import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        nn.Module.__init__(self)
        self.add_module("layers", nn.ModuleList())
        while len(self.layers) < num_layers:
            self.layers += [layer_factory()]
        self.add_module("final_norm", nn.LayerNorm(dim))

    def through(self, n, x, mask):
        return x if n == 0 else self.layers[n - 1](self.through(n - 1, x, mask), mask)

    def forward(self, x, source_blocked_mask=None):
        return self.final_norm(self.through(len(self.layers), x, source_blocked_mask))
