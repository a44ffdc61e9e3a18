from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class ShapeError(ValueError):
    pass


class SublayerConnection(nn.Module):
    def __init__(self, dim: int, dropout: float = 0.0, norm_first: bool = True) -> None:
        super().__init__()
        self.norm_first = norm_first
        self.dropout = nn.Dropout(p=dropout)
        self.norm = nn.LayerNorm(normalized_shape=[dim])

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        residual = x
        if self.norm_first:
            x = self.norm(x)
        x = sublayer(x)
        if x.ndim != residual.ndim or x.shape != residual.shape:
            raise ShapeError("the sub-layer must keep the shape")
        x = torch.add(residual, F.dropout(x, self.dropout.p, self.training))
        return x if self.norm_first else self.norm(x)
