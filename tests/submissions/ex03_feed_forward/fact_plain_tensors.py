# expect: runtime_error
# says: W1, b1, W2 and b2 are plain tensors
# says: nn.Parameter
# never: cannot be compared
import torch
from torch import Tensor, nn
import torch.nn.functional as F


class FeedForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.W1 = torch.randn(dim, hidden_dim)
        self.b1 = torch.zeros(hidden_dim)
        self.W2 = torch.randn(hidden_dim, dim)
        self.b2 = torch.zeros(dim)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x @ self.W1 + self.b1) @ self.W2 + self.b2
