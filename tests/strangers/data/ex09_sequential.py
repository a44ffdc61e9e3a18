# exercise: 9
# fault: nn.Sequential instead of nn.ModuleList | line: 10
# fault: the mask is not passed: Sequential can only hand on x | line: 14
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.Sequential(*(layer_factory() for _ in range(num_layers)))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        hidden = self.layers(x)
        return self.final_norm(hidden)
