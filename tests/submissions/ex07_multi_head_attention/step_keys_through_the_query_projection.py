# fault: 27
import math

from torch import nn


class MultiHeadAttention(nn.Module):
    """Keys go through the queries' projection, values through their own."""

    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("heads")
        self.heads = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def cut(self, flat):
        return flat.reshape(*flat.shape[:2], self.heads, -1).permute(0, 2, 1, 3)

    def forward(self, query, key, value, blocked_mask=None):
        content = self.cut(self.v_proj(value))
        labels = self.cut(self.q_proj(key))
        asked = self.cut(self.q_proj(query))
        s = asked @ labels.transpose(2, 3) / math.sqrt(asked.size(3))
        if blocked_mask is not None:
            s = s.masked_fill(blocked_mask, -1e9)
        p = s.softmax(3)
        return self.out_proj((self.dropout(p) @ content).permute(0, 2, 1, 3).flatten(2)), p
