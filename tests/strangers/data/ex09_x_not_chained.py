# exercise: 9
# fault: every layer gets the original x instead of the previous result | line: 17
# fault: the mask is passed to the first layer only | line: 18
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        out = x
        mask = source_blocked_mask
        for layer in self.layers:
            out = layer(x, mask)
            mask = None
        return self.final_norm(out)
