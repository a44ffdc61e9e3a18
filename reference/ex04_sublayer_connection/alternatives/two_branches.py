from torch import nn


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            y = sublayer(self.norm(x))
            self.check(x, y)
            return x + self.dropout(y)
        y = sublayer(x)
        self.check(x, y)
        return self.norm(x + self.dropout(y))

    @staticmethod
    def check(x, y):
        if x.size() != y.size():
            raise ValueError("shapes differ: " + str(x.size()) + " and " + str(y.size()))
