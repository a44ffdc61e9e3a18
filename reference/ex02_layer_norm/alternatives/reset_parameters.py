import torch
from torch import Tensor, nn


class LayerNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.normalized_dim, self.epsilon = dim, eps
        self.beta = nn.Parameter(torch.empty(dim))
        self.gamma = nn.Parameter(torch.empty(dim))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        nn.init.ones_(self.gamma)
        nn.init.zeros_(self.beta)

    def forward(self, x: Tensor) -> Tensor:
        assert x.shape[-1] == self.normalized_dim
        away = x - x.mean(-1, keepdim=True)
        return self.gamma * away / (away.square().mean(-1, keepdim=True) + self.epsilon).sqrt() + self.beta
