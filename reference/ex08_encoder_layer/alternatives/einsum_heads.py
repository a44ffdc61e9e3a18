import torch
from course.blocks import FeedForward
from torch import nn


class EinsumAttention(nn.Module):
    def __init__(self, dim, heads, dropout):
        super().__init__()
        width = dim // heads
        self.w_q = nn.Parameter(torch.empty(heads, dim, width))
        self.w_k = nn.Parameter(torch.empty(heads, dim, width))
        self.w_v = nn.Parameter(torch.empty(heads, dim, width))
        self.w_o = nn.Parameter(torch.empty(heads, width, dim))
        for weight in (self.w_q, self.w_k, self.w_v, self.w_o):
            nn.init.normal_(weight, std=dim**-0.5)
        self.b_q = nn.Parameter(torch.zeros(heads, width))
        self.b_k = nn.Parameter(torch.zeros(heads, width))
        self.b_v = nn.Parameter(torch.zeros(heads, width))
        self.b_o = nn.Parameter(torch.zeros(dim))
        self.drop = nn.Dropout(dropout)
        self.scale = width**0.5

    def forward(self, x, blocked=None):
        q = torch.einsum("bsd,hde->bhse", x, self.w_q) + self.b_q[:, None]
        k = torch.einsum("bsd,hde->bhse", x, self.w_k) + self.b_k[:, None]
        v = torch.einsum("bsd,hde->bhse", x, self.w_v) + self.b_v[:, None]
        scores = torch.einsum("bhqe,bhke->bhqk", q, k) / self.scale
        if blocked is not None:
            scores = torch.where(blocked, torch.finfo(scores.dtype).min, scores)
        heads = torch.einsum("bhqk,bhke->bhqe", self.drop(scores.softmax(-1)), v)
        return torch.einsum("bhqe,hed->bqd", heads, self.w_o) + self.b_o


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = EinsumAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        h = torch.add(x, self.self_attn(self.attn_norm(x), source_blocked_mask))
        return torch.add(h, self.ffn(self.ffn_norm(h)))
