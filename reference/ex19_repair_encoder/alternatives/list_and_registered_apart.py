from torch import nn


class Encoder(nn.Module):
    """Keeps the plain list and registers its members one by one."""

    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = [layer_factory() for _ in range(num_layers)]
        for number, layer in enumerate(self.layers):
            self.add_module(f"layer{number}", layer)
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
