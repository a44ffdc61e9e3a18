# fault: 21
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("heads")
        self.n = num_heads
        self.a, self.b, self.c, self.d = (nn.Linear(dim, dim) for _ in range(4))
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.a(query), self.b(key), self.c(value)
        q, k, v = (t.reshape(t.size(0), t.size(1), self.n, -1).transpose(1, 2) for t in (q, k, v))
        s = q @ k.mT / q.size(-1) ** 0.5
        if blocked_mask is not None:
            s = s.masked_fill(blocked_mask, -1e9)
        w = s.softmax(-1)
        mixed = self.drop(w * w) @ v
        return self.d(mixed.transpose(1, 2).flatten(2)), w
