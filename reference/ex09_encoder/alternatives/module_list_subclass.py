"""The layers stand in a list class of the learner's own, and forward takes whatever it is called with."""

from torch import nn


class Stack(nn.ModuleList):
    def run(self, x, mask):
        for layer in self:
            x = layer(x, mask)
        return x


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = Stack(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim, eps=1e-5)

    def forward(self, *args, **kwargs):
        return self.final_norm(self._through_layers(*args, **kwargs))

    def _through_layers(self, x, source_blocked_mask=None):
        return self.layers.run(x, source_blocked_mask)
