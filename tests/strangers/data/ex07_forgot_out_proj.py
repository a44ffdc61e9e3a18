# exercise: 7
# fault: the merged heads are returned without out_proj | line: 33
# fault: the values are projected with k_proj instead of v_proj | line: 25
# fault: the dropout is never applied, although it is created | line: 32
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError
        self.H = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        split = lambda t: t.reshape(t.shape[0], t.shape[1], self.H, -1).permute(0, 2, 1, 3)
        q = split(self.q_proj(query))
        k = split(self.k_proj(key))
        v = split(self.k_proj(value))
        scores = torch.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(-1)
        if blocked_mask is not None:
            weights = weights.masked_fill(blocked_mask, 0)
        out = torch.einsum("bhij,bhjd->bihd", weights, v).flatten(2)
        return out, weights
