from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

        for layer in self.layers:
            for module, first in zip(layer.modules(), self.layers[0].modules(), strict=True):
                for name in [name for name, _ in module.named_parameters(recurse=False)]:
                    setattr(module, name, getattr(first, name))

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
