# expect: runtime_error
# says: write nn.ReLU
# never: cannot be compared
import torch
from torch import Tensor, nn
import torch.nn.functional as F


class FeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.w_1 = nn.Linear(dim, hidden_dim)
        self.w_2 = nn.Linear(hidden_dim, dim)
        self.dropout = nn.Dropout(dropout)
        self.act = nn.Relu()

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.w_2(self.dropout(self.act(self.w_1(x)))))
