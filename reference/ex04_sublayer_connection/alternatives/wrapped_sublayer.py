from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def _wrapped(self, sublayer):
        def run(x):
            out = sublayer(x)
            if out.shape == x.shape:
                return self.dropout(out)
            raise ValueError("a sub-layer must return the shape that it got")

        return run

    def forward(self, x, sublayer):
        step = self._wrapped(sublayer)
        return x + step(self.norm(x)) if self.norm_first else self.norm(x + step(x))
