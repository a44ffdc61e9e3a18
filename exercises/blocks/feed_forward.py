"""The position-wise network of exercise 3, given to the exercises that build on it."""

from __future__ import annotations

from functools import reduce

from torch import Tensor, nn


class FeedForward(nn.Module):
    """Each token is widened to `hidden_dim`, passed through ReLU and brought back to `dim`, on its own.

    `net[0]` is the first Linear, `net[3]` the second.
    """

    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(dim, hidden_dim),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden_dim, dim),
            nn.Dropout(dropout),
        )

    def forward(self, x: Tensor) -> Tensor:
        """x: [..., D]. Returns [..., D]."""
        return reduce(lambda passed, step: step(passed), self.net, x)
