from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        y = sublayer(self.norm(x) if self.norm_first else x)
        if y.shape != x.shape:
            raise ValueError("another shape")
        if x.requires_grad:
            x = x.clone()
        x += self.dropout(y)
        return x if self.norm_first else self.norm(x)
