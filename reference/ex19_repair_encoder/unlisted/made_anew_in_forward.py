from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.factory, self.num_layers = layer_factory, num_layers
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        self.layers = nn.ModuleList(self.factory() for _ in range(self.num_layers))
        for layer in self.layers.to(x.dtype):
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
