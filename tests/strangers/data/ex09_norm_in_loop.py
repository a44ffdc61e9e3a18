# exercise: 9
# fault: final_norm is applied after every layer, inside the loop | line: 17
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm = nn.LayerNorm(dim)
        self.layers = nn.ModuleList()
        for _ in range(num_layers):
            self.layers.append(layer_factory())

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
            x = self.final_norm(x)
        return x
