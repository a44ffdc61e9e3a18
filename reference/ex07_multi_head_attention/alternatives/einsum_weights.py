import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("heads do not divide dim")
        width = dim // num_heads
        self.w_q = nn.Parameter(torch.randn(num_heads, dim, width) / dim**0.5)
        self.w_k = nn.Parameter(torch.randn(num_heads, dim, width) / dim**0.5)
        self.w_v = nn.Parameter(torch.randn(num_heads, dim, width) / dim**0.5)
        self.b_q = nn.Parameter(torch.zeros(num_heads, width))
        self.b_k = nn.Parameter(torch.zeros(num_heads, width))
        self.b_v = nn.Parameter(torch.zeros(num_heads, width))
        self.w_o = nn.Parameter(torch.randn(num_heads, width, dim) / dim**0.5)
        self.b_o = nn.Parameter(torch.zeros(dim))
        self.drop = nn.Dropout(dropout)
        self.width = width

    def forward(self, query, key, value, blocked_mask=None):
        q = torch.einsum("bsd,hde->bhse", query, self.w_q) + self.b_q[:, None]
        k = torch.einsum("bsd,hde->bhse", key, self.w_k) + self.b_k[:, None]
        v = torch.einsum("bsd,hde->bhse", value, self.w_v) + self.b_v[:, None]
        a = torch.einsum("bhqe,bhke->bhqk", q, k) / self.width**0.5
        if blocked_mask is not None:
            a = torch.where(blocked_mask, torch.full_like(a, -1e9), a)
        a = torch.softmax(a, dim=-1)
        z = torch.einsum("bhqk,bhke->bhqe", self.drop(a), v)
        return torch.einsum("bhqe,hed->bqd", z, self.w_o) + self.b_o, a
