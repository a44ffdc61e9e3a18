# exercise: 9
# fault: return stands inside the loop, so only the first layer runs, and zero layers give None | line: 15
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(map(lambda _: layer_factory(), range(num_layers)))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
            return self.final_norm(x)
