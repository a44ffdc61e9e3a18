# fault: 13
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        u = self.norm(x) * x.shape[-1] ** -0.5 if self.norm_first else x
        r = sublayer(u)
        if r.shape != x.shape:
            raise ValueError(r.shape)
        s = self.dropout(r) + x
        return s if self.norm_first else self.norm(s)
