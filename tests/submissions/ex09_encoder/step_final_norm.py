# fault: 15
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm = nn.LayerNorm(dim)
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])

    def forward(self, x, source_blocked_mask=None):
        beginning, mask = x, source_blocked_mask
        for one in self.layers:
            x = one(x, mask)
        return self.final_norm(beginning + x)
