# expect: runtime_error
# says: view cannot merge axes
# never: missing or too much
# never: Right up to
import math

import torch
from torch import BoolTensor, Tensor, nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def split(self, t: Tensor) -> Tensor:
        return t.view(t.size(0), t.size(1), self.num_heads, self.head_dim).transpose(1, 2)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: BoolTensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q, k, v = self.split(self.q_proj(query)), self.split(self.k_proj(key)), self.split(self.v_proj(value))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, 0.0)

        out = (self.drop(weights) @ v).transpose(1, 2).view(query.size(0), query.size(1), -1)
        return self.out_proj(out), weights

