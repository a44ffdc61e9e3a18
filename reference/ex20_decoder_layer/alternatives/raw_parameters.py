"""Own norm class and matrices as raw parameters, applied from the right."""

import torch
from torch import nn


def causal_blocked_mask(size, device=None):
    return (
        torch.ones(1, 1, size, size, device=device)
        .cumsum(-1)
        .gt(torch.arange(1, size + 1, device=device).view(size, 1))
    )


def combine_blocked_masks(a, b):
    return torch.maximum(a, b)


class Norm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))
        self.shift = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return centred * (centred.square().mean(-1, keepdim=True) + 1e-5).rsqrt() * self.scale + self.shift


class Affine(nn.Module):
    def __init__(self, into, out):
        super().__init__()
        self.w = nn.Parameter(torch.randn(into, out) / into**0.5)
        self.b = nn.Parameter(torch.zeros(out))

    def forward(self, x):
        return x @ self.w + self.b


class Attention(nn.Module):
    def __init__(self, dim, heads, p):
        super().__init__()
        self.heads = heads
        self.wq, self.wk, self.wv, self.wo = (Affine(dim, dim) for _ in range(4))
        self.drop = nn.Dropout(p)

    def forward(self, query, context, blocked):
        b, t, d = query.shape
        q, k, v = (
            f(z).view(b, -1, self.heads, d // self.heads).transpose(1, 2)
            for f, z in ((self.wq, query), (self.wk, context), (self.wv, context))
        )
        scores = q.matmul(k.transpose(2, 3)) / (d // self.heads) ** 0.5
        if blocked is not None:
            scores = scores - blocked.to(scores.dtype) * 1e20
        return self.wo(self.drop(torch.softmax(scores, 3)).matmul(v).transpose(1, 2).reshape(b, t, d))


class DecoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_norm, self.cross_norm, self.ffn_norm = Norm(dim), Norm(dim), Norm(dim)
        self.self_attn = Attention(dim, num_heads, dropout)
        self.cross_attn = Attention(dim, num_heads, dropout)
        self.ffn = nn.Sequential(
            Affine(dim, hidden_dim),
            nn.ReLU(),
            nn.Dropout(dropout),
            Affine(hidden_dim, dim),
            nn.Dropout(dropout),
        )

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        out = x.clone()
        n = self.self_norm(out)
        out += self.self_attn(n, n, target_blocked_mask)
        out = out + self.cross_attn(self.cross_norm(out), memory, source_blocked_mask)
        return torch.add(out, self.ffn(self.ffn_norm(out)))
