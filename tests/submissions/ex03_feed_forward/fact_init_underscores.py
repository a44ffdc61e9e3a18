# expect: invalid_submission
# says: two underscores on each side
# says: line 10
import torch
from torch import Tensor, nn
import torch.nn.functional as F


class FeedForward(nn.Module):
    def _init_(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.w_1 = nn.Linear(dim, hidden_dim)
        self.w_2 = nn.Linear(hidden_dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.w_2(self.dropout(F.relu(self.w_1(x)))))
