# exercise: 4
# fault: a wrong shape raises AssertionError instead of ValueError | line: 19
# fault: dropout is applied to the whole sum, x included | line: 20
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        inp = x
        if self.norm_first:
            inp = self.norm(inp)
        res = sublayer(inp)
        assert res.shape == x.shape, "shapes differ"
        y = self.dropout(x + res)
        if not self.norm_first:
            y = self.norm(y)
        return y
