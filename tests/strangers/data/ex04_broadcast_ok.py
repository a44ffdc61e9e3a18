# exercise: 4
# fault: the shape check only compares the last axis, so [B, 1, D] and [D] are broadcast silently | line: 16
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.ln = nn.LayerNorm(dim)
        self.drop = nn.Dropout(dropout)
        self.pre = norm_first

    def forward(self, x, sublayer):
        h = self.ln(x) if self.pre else x
        out = sublayer(h)
        if out.shape[-1] != x.shape[-1]:
            raise ValueError("wrong shape")
        y = x + self.drop(out)
        return y if self.pre else self.ln(y)
