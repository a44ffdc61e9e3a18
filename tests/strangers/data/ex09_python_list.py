# exercise: 9
# fault: a plain Python list instead of nn.ModuleList, so the layers' parameters are not registered | line: 9
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = [layer_factory() for _ in range(num_layers)]
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        h = x
        for i in range(len(self.layers)):
            h = self.layers[i](h, source_blocked_mask)
        return self.final_norm(h)
