# exercise: 19
# fault: the final norm is also applied to the input, before the first layer | line: 18
# fault: the mask reaches only the last layer | line: 20
# fault: num_layers = 0 returns x itself without the norm | line: 17
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.num_layers = num_layers
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        if self.num_layers == 0:
            return x
        h = self.final_norm(x)
        for i, layer in enumerate(self.layers):
            mask = source_blocked_mask if i == self.num_layers - 1 else None
            h = layer(h, mask)
        return self.final_norm(h)
