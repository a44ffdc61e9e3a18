# exercise: 9
# fault: the constructor is spelled _init_, so the arguments reach nn.Module.__init__ and raise TypeError | line: 7
from torch import nn


class Encoder(nn.Module):
    def _init_(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        for layer in self.layers:
            x = layer(x, source_blocked_mask)
        return self.final_norm(x)
