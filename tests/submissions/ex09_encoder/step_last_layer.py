# fault: 14
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        mask, stream = source_blocked_mask, x
        for i in range(len(self.layers)):
            stream = self.layers[i](stream, mask)
            mask = None
        return self.final_norm(stream)
