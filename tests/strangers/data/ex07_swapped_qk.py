# exercise: 7
# fault: the projections are unpacked as k, q, v although they are made in the order q, k, v | line: 25
# fault: the returned weights are those after dropout | line: 32
# belief: q and k are symmetric in the dot product
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("heads")
        self.nh = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.p = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        def shape(t):
            return t.unflatten(-1, (self.nh, -1)).transpose(1, 2)

        k, q, v = (shape(f(t)) for f, t in ((self.q_proj, query), (self.k_proj, key), (self.v_proj, value)))
        w = q @ k.mT * q.shape[-1] ** -0.5
        if blocked_mask is not None:
            w = w.masked_fill(blocked_mask, torch.finfo(w.dtype).min)
        w = w.softmax(-1)
        if blocked_mask is not None:
            w = w.masked_fill(blocked_mask, 0.0)
        w = self.p(w)
        out = w @ v
        return self.out_proj(out.transpose(1, 2).flatten(2)), w
