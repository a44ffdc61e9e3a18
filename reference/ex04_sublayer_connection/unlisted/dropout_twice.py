from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        y = self.dropout(sublayer(self.norm(x) if self.norm_first else x))
        if y.shape != x.shape:
            raise ValueError("another shape")
        total = x + self.dropout(y)
        return total if self.norm_first else self.norm(total)
