# exercise: 7
# fault: the heads are merged with reshape directly from [B, H, S, Dh], without moving the head axis back | line: 31
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(f"{dim} is not divisible by {num_heads}")
        self.h = num_heads
        self.d = dim // num_heads
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (nn.Linear(dim, dim) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def heads(self, x):
        return torch.stack(x.split(self.d, dim=-1), dim=1)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.heads(self.q_proj(query))
        k = self.heads(self.k_proj(key))
        v = self.heads(self.v_proj(value))
        e = torch.einsum("bhqd,bhkd->bhqk", q, k) / self.d ** 0.5
        if blocked_mask is not None:
            e = e.masked_fill(blocked_mask, torch.finfo(e.dtype).min)
        a = torch.softmax(e, -1)
        if blocked_mask is not None:
            a = a * (~blocked_mask)
        o = torch.einsum("bhqk,bhkd->bhqd", self.dropout(a), v)
        o = o.reshape(o.shape[0], o.shape[2], -1)
        return self.out_proj(o), a
