import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList(layer_factory() for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        states = [x]
        for layer in self.layers:
            states.append(layer(states[-1], source_blocked_mask))
        return self.final_norm(torch.stack(states).mean(dim=0))
