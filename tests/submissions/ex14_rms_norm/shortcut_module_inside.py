# expect: forbidden
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.inner = nn.RMSNorm(dim, eps=eps)

    def forward(self, x):
        return self.inner(x)
