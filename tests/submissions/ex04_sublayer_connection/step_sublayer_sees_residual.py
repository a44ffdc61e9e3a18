# fault: 13
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        inside = x + self.norm(x.flip(-1)) if self.norm_first else x
        change = sublayer(inside)
        if change.shape != x.shape:
            raise ValueError(change.shape)
        out = x + self.dropout(change)
        return out if self.norm_first else self.norm(out)
