import torch
from torch import nn


class Stack(nn.Module):
    """Makes layers and keeps what each returned."""

    def __init__(self, make, count):
        super().__init__()
        self.layers = nn.ModuleList()
        self.layers.extend(make() for _ in range(count))

    def states(self, x, *more):
        states = [x]
        for index, layer in enumerate(self.layers):
            states.append(layer(states[index], *more))
        return states


class Encoder(Stack):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__(layer_factory, num_layers)
        self.final_norm = nn.LayerNorm(dim)
        nn.init.ones_(self.final_norm.weight)
        nn.init.zeros_(self.final_norm.bias)

    def forward(self, x, source_blocked_mask=None):
        return self.final_norm(torch.stack(self.states(x, source_blocked_mask))[-1])
