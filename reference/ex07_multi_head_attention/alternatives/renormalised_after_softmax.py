import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim % num_heads:
            raise ValueError(dim, num_heads)
        self.head_width = dim // num_heads
        self.q_proj, self.k_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.v_proj, self.out_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.q_proj(query).unflatten(-1, (-1, self.head_width)).movedim(2, 1)
        k = self.k_proj(key).unflatten(-1, (-1, self.head_width)).movedim(2, 1)
        v = self.v_proj(value).unflatten(-1, (-1, self.head_width)).movedim(2, 1)
        weights = torch.softmax(q @ k.mT * self.head_width**-0.5, dim=-1)
        if blocked_mask is not None:
            weights = weights * blocked_mask.logical_not()
            weights = weights / (weights.sum(dim=-1, keepdim=True) + 1e-9)
        out = self.dropout(weights) @ v
        return self.out_proj(out.movedim(1, 2).flatten(2)), weights
