# fault: 15
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        made = (layer_factory() for _ in range(num_layers))
        self.final_norm, self.layers = nn.LayerNorm(dim), nn.ModuleList(made)

    def forward(self, x, source_blocked_mask=None):
        carried = x
        for step in self.layers:
            produced = step(carried, source_blocked_mask)
            carried = self.final_norm(produced)
        return carried
