# fault: 29
# expect: mha-merge-without-transpose
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("no")
        self.count, self.size = num_heads, dim // num_heads
        self.W_o = nn.Linear(dim, dim)
        self.W_v = nn.Linear(dim, dim)
        self.W_k = nn.Linear(dim, dim)
        self.W_q = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        batch = query.size(0)
        V = self.W_v(value).view(batch, -1, self.count, self.size).transpose(1, 2)
        K = self.W_k(key).view(batch, -1, self.count, self.size).transpose(1, 2)
        Q = self.W_q(query).view(batch, -1, self.count, self.size).transpose(1, 2)
        E = torch.einsum("bhqd,bhkd->bhqk", Q, K) * self.size**-0.5
        if blocked_mask is not None:
            E = torch.where(blocked_mask, -1e9, E)
        P = E.softmax(dim=3)
        O = torch.einsum("bhqk,bhkd->bhqd", self.dropout(P), V)
        return self.W_o(O.reshape(batch, -1, self.count * self.size)), P
