from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.before, self.after = (self.norm, nn.Identity()) if norm_first else (nn.Identity(), self.norm)

    def forward(self, x, sublayer):
        branch = sublayer(self.before(x))
        if tuple(branch.shape) != tuple(x.shape):
            raise ValueError(f"expected {tuple(x.shape)}, got {tuple(branch.shape)}")
        return self.after(self.dropout(branch) + x)
