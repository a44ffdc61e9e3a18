"""Reference for exercise 4: Vaswani et al. (2017), section 3.1; Pre-LN as in Xiong et al. (2020)."""

from collections.abc import Callable

from torch import Tensor, nn


class SublayerConnection(nn.Module):
    """norm_first: x + dropout(sublayer(norm(x))); else norm(x + dropout(sublayer(x)))."""

    def __init__(self, dim: int, dropout: float = 0.0, norm_first: bool = True) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """x: [B, S, dim] -> [B, S, dim]; ValueError if the sub-layer returns another shape."""
        change = sublayer(self.norm(x) if self.norm_first else x)
        if change.shape != x.shape:
            raise ValueError(f"the sub-layer returned {tuple(change.shape)}, x is {tuple(x.shape)}")
        total = x + self.dropout(change)
        return total if self.norm_first else self.norm(total)
