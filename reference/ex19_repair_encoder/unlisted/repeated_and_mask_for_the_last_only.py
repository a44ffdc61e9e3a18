from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        layer = layer_factory()
        self.layers = nn.ModuleList([layer] * num_layers)
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for i, layer in enumerate(self.layers, 1):
            x = layer(x, source_blocked_mask if i == len(self.layers) else None)
        return self.final_norm(x)
