# exercise: 9
# fault: the encoder adds a residual around each layer, although the layer has its own | line: 15
# fault: one layer too few: range starts at 1 | line: 10
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for i in range(1, num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = x + layer(x, source_blocked_mask)
        return self.final_norm(x)
