"""The scale is a tensor of float32 that is neither a buffer nor follows the module's dtype."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not divide {dim}")
        self.dim, self.n_heads, self.head_dim = dim, num_heads, dim // num_heads
        self.fc_q = nn.Linear(dim, dim)
        self.fc_k = nn.Linear(dim, dim)
        self.fc_v = nn.Linear(dim, dim)
        self.fc_o = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)
        self.scale = torch.sqrt(torch.FloatTensor([self.head_dim]))

    def split(self, x):
        return x.view(x.shape[0], -1, self.n_heads, self.head_dim).permute(0, 2, 1, 3)

    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.split(self.fc_q(query)), self.split(self.fc_k(key)), self.split(self.fc_v(value))
        energy = torch.matmul(q, k.permute(0, 1, 3, 2)) / self.scale
        if blocked_mask is not None:
            energy = energy.masked_fill(blocked_mask, -1e10)
        attention = torch.softmax(energy, dim=-1)
        if blocked_mask is not None:
            attention = attention.masked_fill(blocked_mask, 0)
        mixed = torch.matmul(self.dropout(attention), v).permute(0, 2, 1, 3).contiguous()
        return self.fc_o(mixed.view(query.shape[0], -1, self.dim)), attention
