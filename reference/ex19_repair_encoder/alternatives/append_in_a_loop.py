from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm = nn.LayerNorm(dim)
        self.layers = nn.ModuleList()
        for _ in range(num_layers):
            self.layers.append(layer_factory())

    def forward(self, x, source_blocked_mask=None):
        hidden = x
        for i in range(len(self.layers)):
            hidden = self.layers[i](hidden, source_blocked_mask)
        return self.final_norm(hidden)
