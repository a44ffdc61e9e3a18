# exercise: 9
# fault: the mask is inverted before it is passed on, as if layers wanted True = keep | line: 14
# fault: the final norm has no learned scale and offset (elementwise_affine=False) | line: 11
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim, elementwise_affine=False)

    def forward(self, x, source_blocked_mask=None):
        mask = None if source_blocked_mask is None else ~source_blocked_mask
        for layer in self.layers:
            x = layer(x, mask)
        return self.final_norm(x)
