"""Reference for exercise 3: the position-wise feed-forward network of Vaswani et al. (2017), section 3.3."""

from torch import Tensor, nn


class FeedForward(nn.Module):
    """Linear -> ReLU -> Dropout -> Linear -> Dropout on the last axis."""

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
        """x: [..., dim] -> [..., dim]."""
        return self.net(x)
