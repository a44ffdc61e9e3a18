"""Reference for exercise 7: multi-head attention of Vaswani et al. (2017), §3.2.2."""

import math

import torch
from torch import BoolTensor, Tensor, nn


class MultiHeadAttention(nn.Module):
    """Head h attends with the contiguous features h * Dh ... (h + 1) * Dh - 1 of the projections."""

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"dim {dim} is not divisible by num_heads {num_heads}")
        self.num_heads = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: BoolTensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """query: [B, Sq, D], key and value: [B, Sk, D] -> (output [B, Sq, D], weights [B, H, Sq, Sk])."""
        q, k, v = (
            project(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)  # [B, H, S, Dh]
            for project, x in ((self.q_proj, query), (self.k_proj, key), (self.v_proj, value))
        )
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # [B, H, Sq, Sk]
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, 0.0)
        heads = self.dropout(weights) @ v  # [B, H, Sq, Dh]
        return self.out_proj(heads.transpose(1, 2).flatten(-2)), weights
