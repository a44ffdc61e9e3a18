# expect: wrong_answer
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.final_norm = nn.LayerNorm(dim)
        self.layers = nn.ModuleList([layer_factory() for _ in range(num_layers)])

    def forward(self, x, source_blocked_mask=None):
        tokens = x
        for block in reversed(self.layers):
            tokens = block(tokens, source_blocked_mask)
        return self.final_norm(tokens)
