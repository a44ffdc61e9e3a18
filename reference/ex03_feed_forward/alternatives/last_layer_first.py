"""Creates the second map before the first, under names that say nothing."""

from torch import Tensor, nn


class FeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.b = nn.Linear(hidden_dim, dim)
        self.d2 = nn.Dropout(dropout)
        self.a = nn.Linear(dim, hidden_dim)
        self.d1 = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        h = self.a(x).clamp(min=0)
        return self.d2(self.b(self.d1(h)))
