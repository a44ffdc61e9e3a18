# exercise: 4
# fault: in Pre-LN the normed x is added instead of x itself | line: 20
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def add(self, x, y):
        if y.shape != x.shape:
            raise ValueError(f"sub-layer returned {tuple(y.shape)}, expected {tuple(x.shape)}")
        return x + self.dropout(y)

    def forward(self, x, sublayer):
        if self.norm_first:
            x = self.norm(x)
            return self.add(x, sublayer(x))
        return self.norm(self.add(x, sublayer(x)))
