# exercise: 4
# fault: the two branches are swapped: norm_first=True gives Post-LN and False gives Pre-LN | line: 11
from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.forward_fn = self._post if norm_first else self._pre

    def _run(self, sublayer, t, x):
        y = sublayer(t)
        if y.shape != x.shape:
            raise ValueError("sublayer changed the shape")
        return self.dropout(y)

    def _pre(self, x, sublayer):
        return x + self._run(sublayer, self.norm(x), x)

    def _post(self, x, sublayer):
        return self.norm(x + self._run(sublayer, x, x))

    def forward(self, x, sublayer):
        return self.forward_fn(x, sublayer)
