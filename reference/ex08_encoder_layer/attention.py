"""Multi-head attention of Vaswani et al. (2017), section 3.2.2, under the parameter names of exercise 7."""

import torch
from torch import BoolTensor, Tensor, nn


class MultiHeadAttention(nn.Module):
    """softmax(q k^T / sqrt(Dh)) v in each head, on contiguous features; a blocked row gets weights 0."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: BoolTensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """query: [B, Sq, dim]; key, value: [B, Sk, dim]. Returns [B, Sq, dim] and weights [B, H, Sq, Sk]."""
        q, k, v = (
            self._split(self.q_proj(query)),
            self._split(self.k_proj(key)),
            self._split(self.v_proj(value)),
        )
        scores = q @ k.mT / (q.size(-1) ** 0.5)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, 0.0)
        heads = self.dropout(weights) @ v
        return self.out_proj(heads.transpose(1, 2).flatten(2)), weights

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
