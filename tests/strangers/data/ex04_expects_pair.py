# exercise: 4
# fault: takes element [0] of the result as if every sub-layer returned a pair, which drops the batch axis and raises the ValueError always | line: 15
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        t = self.norm(x) if self.norm_first else x
        t = sublayer(t)[0]
        if t.shape != x.shape:
            raise ValueError(f"{t.shape} != {x.shape}")
        y = x + self.dropout(t)
        return y if self.norm_first else self.norm(y)
