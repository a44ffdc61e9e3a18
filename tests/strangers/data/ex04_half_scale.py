# exercise: 4
# fault: the sum is halved "to keep the variance", which the formula does not do | line: 17
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        branch = sublayer(self.norm(x)) if self.norm_first else sublayer(x)
        if branch.shape != x.shape:
            raise ValueError
        merged = (x + self.dropout(branch)) / 2
        return merged if self.norm_first else self.norm(merged)
