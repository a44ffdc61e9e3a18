"""The entry's class has no `forward`: an instance becomes one of two subclasses."""

from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.__class__ = PreNorm if norm_first else PostNorm

    def guarded(self, sublayer, x):
        y = sublayer(x)
        if y.shape != x.shape:
            raise ValueError(f"the sub-layer made {tuple(y.shape)} of {tuple(x.shape)}")
        return self.dropout(y)


class PreNorm(SublayerConnection):
    def forward(self, x, sublayer):
        return x + self.guarded(sublayer, self.norm(x))


class PostNorm(SublayerConnection):
    def forward(self, x, sublayer):
        return self.norm(x + self.guarded(sublayer, x))
