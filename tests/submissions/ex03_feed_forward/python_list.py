# expect: ffn-layers-in-python-list
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.steps = [nn.Linear(dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout)]
        self.steps += [nn.Linear(hidden_dim, dim), nn.Dropout(dropout)]

    def forward(self, x):
        for step in self.steps:
            x = step(x)
        return x
