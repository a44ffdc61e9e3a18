"""Is itself an nn.Sequential; the layers have names."""

from collections import OrderedDict

from torch import nn


class FeedForward(nn.Sequential):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__(
            OrderedDict(
                expand=nn.Linear(dim, hidden_dim),
                act=nn.ReLU(inplace=True),
                drop1=nn.Dropout(dropout),
                contract=nn.Linear(hidden_dim, dim),
                drop2=nn.Dropout(dropout),
            )
        )

    def forward(self, x):
        return super().forward(x)
