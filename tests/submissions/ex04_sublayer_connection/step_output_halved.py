# fault: 17
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        keep = x
        z = sublayer(self.norm(keep)) if self.norm_first else sublayer(keep)
        if keep.shape != z.shape:
            raise ValueError(z.shape)
        z = self.dropout(z).mul(0.5)
        z = z.add(keep)
        return z if self.norm_first else self.norm(z)
