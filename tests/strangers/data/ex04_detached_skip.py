# exercise: 4
# fault: the skip connection is detached, so its gradient is cut | line: 15
# fault: Post-LN norms x and the sub-layer's result separately instead of their sum | line: 24
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        residual = x.detach().clone()
        if self.norm_first:
            y = self.dropout(sublayer(self.norm(x)))
        else:
            y = self.dropout(sublayer(x))
        if y.shape != residual.shape:
            raise ValueError("bad shape from sublayer")
        if self.norm_first:
            return residual + y
        return self.norm(residual) + self.norm(y)
