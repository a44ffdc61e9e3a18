# exercise: 7
# fault: returns only the output, not the pair | line: 33
import torch
from torch import nn


def attend(q, k, v, blocked, drop):
    s = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)
    if blocked is not None:
        s = s.masked_fill(blocked, torch.finfo(s.dtype).min)
    w = s.softmax(-1)
    if blocked is not None:
        w = w.masked_fill(blocked, 0.0)
    return drop(w) @ v, w


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim, num_heads")
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.heads = num_heads
        self.drop = nn.Dropout(dropout)

    def _part(self, i, t):
        W, b = self.qkv.weight.chunk(3)[i], self.qkv.bias.chunk(3)[i]
        return nn.functional.linear(t, W, b).unflatten(-1, (self.heads, -1)).movedim(2, 1)

    def forward(self, query, key, value, blocked_mask=None):
        y, w = attend(self._part(0, query), self._part(1, key), self._part(2, value), blocked_mask, self.drop)
        return self.out(y.movedim(1, 2).flatten(2))
