# exercise: 19
# fault: layers is an nn.ModuleDict, and the loop runs over its keys, so a string is called and raises TypeError | line: 9
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleDict({str(i): layer_factory() for i in range(num_layers)})
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for name in self.layers:
            x = name(x, source_blocked_mask)
        return self.final_norm(x)
