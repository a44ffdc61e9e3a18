# exercise: 4
# fault: the sub-layer is called twice, once for the check and once for the sum | line: 15
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm, self.dropout = nn.LayerNorm(dim), nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        z = self.norm(x) if self.norm_first else x
        f = sublayer(z)
        if sublayer(z).shape != x.shape:
            raise ValueError
        total = x + self.dropout(f)
        return total if self.norm_first else self.norm(total)
