# fault: 16
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        b = self.dropout(sublayer(self.norm(x) if self.norm_first else x))
        if b.shape != x.shape:
            raise ValueError(b.shape)
        a = x.maximum(b)
        return a if self.norm_first else self.norm(a)
