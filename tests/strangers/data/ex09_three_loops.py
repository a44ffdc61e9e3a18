# exercise: 9
# fault: the first layer is run twice | line: 18
# fault: dropout of 0.1 is applied to the input, which nobody asked for | line: 16
# fault: final_norm is made with eps=1e-3 | line: 12
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim, eps=1e-3)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, source_blocked_mask=None):
        h = self.drop(x)
        if len(self.layers) > 0:
            h = self.layers[0](h, source_blocked_mask)
        for layer in self.layers:
            h = layer(h, source_blocked_mask)
        return self.final_norm(h)
