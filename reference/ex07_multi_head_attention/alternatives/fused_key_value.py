import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim, num_heads")
        self.heads = num_heads
        self.scale = (dim / num_heads) ** -0.5
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, dim * 2)
        self.to_out = nn.Sequential(nn.Linear(dim, dim), nn.Identity())
        self.attend = nn.Sequential(nn.Softmax(dim=-1))
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        b, n, d = query.shape
        k, _ = self.to_kv(key).chunk(2, dim=-1)
        _, v = self.to_kv(value).chunk(2, dim=-1)
        q, k, v = (t.reshape(b, t.shape[1], self.heads, -1).transpose(1, 2) for t in (self.to_q(query), k, v))
        dots = torch.einsum("b h i d, b h j d -> b h i j", q, k) * self.scale
        if blocked_mask is not None:
            dots.masked_fill_(blocked_mask, -torch.finfo(dots.dtype).max)
        attn = self.attend(dots)
        out = torch.einsum("b h i j, b h j d -> b h i d", self.dropout(attn), v)
        return self.to_out(out.transpose(1, 2).reshape(b, n, d)), attn
