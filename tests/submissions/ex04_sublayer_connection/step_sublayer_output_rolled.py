# expect: wrong_answer
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        n = self.norm(x) if self.norm_first else x
        d = sublayer(n.roll(1, dims=-1))
        if d.shape != x.shape:
            raise ValueError(d.shape)
        e = x + self.dropout(d)
        return e if self.norm_first else self.norm(e)
