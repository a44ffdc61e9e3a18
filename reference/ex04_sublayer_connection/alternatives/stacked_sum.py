import torch
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        match self.norm_first:
            case True:
                return self._sum(x, sublayer(self.norm(x)))
            case _:
                return self.norm(self._sum(x, sublayer(x)))

    def _sum(self, x, change):
        if change.dim() != x.dim() or change.shape[-3:] != x.shape[-3:]:
            raise ValueError("not the shape of x")
        return torch.stack([x, self.dropout(change)]).sum(dim=0)
