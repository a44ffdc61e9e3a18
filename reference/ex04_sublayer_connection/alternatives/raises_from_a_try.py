from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer=None):
        inner = self.norm(x) if self.norm_first else x
        change = sublayer(inner)
        try:
            change = change.view_as(x) if change.numel() == x.numel() and change.dim() == x.dim() else None
            total = x + self.dropout(change)
        except (RuntimeError, TypeError) as error:
            raise ValueError("the shapes do not fit") from error
        if not self.norm_first:
            total = self.norm(total)
        return total
