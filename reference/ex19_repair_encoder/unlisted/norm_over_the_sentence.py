# named: ln-over-sequence-and-features
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        mean, spread = x.mean(dim=(1, 2), keepdim=True), x.var(dim=(1, 2), keepdim=True, correction=0)
        return (x - mean) / (spread + 1e-5).sqrt() * self.final_norm.weight + self.final_norm.bias
