# expect: wrong_answer
# says: gamma and beta are buffers
# says: nn.Parameter
# never: First wrong
import torch
from torch import Tensor, nn
import torch.nn.functional as F


class LayerNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.register_buffer("gamma", torch.ones(dim))
        self.register_buffer("beta", torch.zeros(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        m = x.mean(-1, keepdim=True)
        v = x.var(-1, keepdim=True, unbiased=False)
        return self.gamma * (x - m) / (v + self.eps).sqrt() + self.beta
