# exercise: 4
# fault: in Post-LN the residual is forgotten | line: 24
import torch.nn as nn


def check(y, x):
    if list(y.size()) != list(x.size()):
        raise ValueError("The sublayer must keep the shape")
    return y


class SublayerConnection(nn.Module):
    def __init__(self, dim, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.dropout = nn.Dropout(p=dropout)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, sublayer):
        match self.norm_first:
            case True:
                return x + self.dropout(check(sublayer(self.norm(x)), x))
            case _:
                return self.norm(self.dropout(check(sublayer(x), x)))
