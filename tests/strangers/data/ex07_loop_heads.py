# exercise: 7
# fault: the result of the loop over heads is averaged into one weight matrix [B, Sq, Sk] | line: 40
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("no")
        self.num_heads = num_heads
        self.width = dim // num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def one_head(self, q, k, v, mask):
        s = q @ k.transpose(1, 2) / self.width ** 0.5
        if mask is not None:
            s = s.masked_fill(mask, torch.finfo(s.dtype).min)
        w = s.softmax(-1)
        if mask is not None:
            w = w.masked_fill(mask, 0.0)
        return self.dropout(w) @ v, w

    def forward(self, query, key, value, blocked_mask=None):
        Q, K, V = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        outs, ws = [], []
        if blocked_mask is not None:
            blocked_mask = blocked_mask.expand(blocked_mask.shape[0], self.num_heads, -1, -1)
        for h in range(self.num_heads):
            sl = slice(h * self.width, (h + 1) * self.width)
            m = None if blocked_mask is None else blocked_mask[:, h]
            o, w = self.one_head(Q[..., sl], K[..., sl], V[..., sl], m)
            outs.append(o)
            ws.append(w)
        weights = torch.stack(ws, dim=1).mean(dim=1)
        return self.out_proj(torch.cat(outs, dim=-1)), weights
