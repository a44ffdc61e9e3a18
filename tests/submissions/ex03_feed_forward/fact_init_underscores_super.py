# expect: invalid_submission
# says: two underscores on each side
# says: line 8
from torch import Tensor, nn


class FeedForward(nn.Module):
    def _init_(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super(FeedForward, self)._init_()
        self.w1 = nn.Linear(dim, hidden_dim)
        self.w2 = nn.Linear(hidden_dim, dim)
        self.relu = nn.ReLU()
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.drop(self.w2(self.drop(self.relu(self.w1(x)))))
