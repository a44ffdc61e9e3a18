# exercise: 4
# fault: x += ... writes into the caller's tensor | line: 16
# fault: there is no check of the sub-layer's shape | line: 15
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        y = sublayer(self.norm(x) if self.norm_first else x)
        x += self.dropout(y)
        return x if self.norm_first else self.norm(x)
