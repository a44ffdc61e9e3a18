"""Small blocks of a map, an activation and a dropout, in a ModuleList."""

from torch import nn


class Block(nn.Module):
    def __init__(self, size_in, size_out, activation, dropout):
        super().__init__()
        self.map = nn.Linear(size_in, size_out)
        self.activation = activation
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.dropout(self.activation(self.map(x)))


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        sizes = [(dim, hidden_dim, nn.ReLU()), (hidden_dim, dim, nn.Identity())]
        self.blocks = nn.ModuleList([Block(*size, dropout) for size in sizes])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
