# expect: runtime_error
# says: nn.ReLU(x) builds a module
# never: cannot be compared
from torch import Tensor, nn


class FeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.w1 = nn.Linear(dim, hidden_dim)
        self.w2 = nn.Linear(hidden_dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        x = self.w1(x)
        x = nn.ReLU(x)
        return self.drop(self.w2(self.drop(x)))
