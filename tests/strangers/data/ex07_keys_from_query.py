# exercise: 7
# fault: keys and values are computed from query, so cross-attention reads the wrong sentence | line: 22
# fault: dim % num_heads is not checked | line: 11
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        self.h = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        B = query.size(0)
        q, k, v = [
            lin(x).view(B, -1, self.h, x.size(-1) // self.h).transpose(1, 2)
            for lin, x in zip((self.q_proj, self.k_proj, self.v_proj), (query, query, query))
        ]
        s = torch.matmul(q, k.transpose(-2, -1)) / (q.size(-1) ** 0.5)
        if blocked_mask is not None:
            s = s.masked_fill(blocked_mask, torch.finfo(s.dtype).min)
        p = s.softmax(-1)
        if blocked_mask is not None:
            p = p.masked_fill(blocked_mask, 0.0)
        o = torch.matmul(self.dropout(p), v)
        return self.out_proj(o.transpose(1, 2).contiguous().view(B, -1, query.size(-1))), p
