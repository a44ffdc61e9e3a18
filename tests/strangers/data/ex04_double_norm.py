# exercise: 4
# fault: Pre-LN also norms the result | line: 20
# fault: dropout acts on the sub-layer's input instead of its result | line: 17
# fault: the default of norm_first is False | line: 9
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=False):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        h = self.norm(x) if self.norm_first else x
        h = sublayer(self.dropout(h))
        if tuple(h.shape) != tuple(x.shape):
            raise ValueError("shape mismatch")
        return self.norm(x + h)
