import torch
from course.blocks import FeedForward
from torch import einsum, nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        width = dim // num_heads
        self.W = nn.Parameter(torch.randn(3, num_heads, dim, width) * dim**-0.5)
        self.B = nn.Parameter(torch.zeros(3, num_heads, width))
        self.out = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)
        self.ln_attn = nn.LayerNorm(dim)
        self.ff = FeedForward(dim, hidden_dim, dropout)
        self.ln_ff = nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        q, k, v = einsum("bsd,nhde->nbhse", x, self.W) + self.B[:, None, :, None, :]
        scores = einsum("bhie,bhje->bhij", q, k) / q.shape[-1] ** 0.5
        if source_blocked_mask is not None:
            scores = scores - 1e9 * source_blocked_mask.to(scores.dtype)
        mixed = einsum("bhij,bhje->bihe", self.drop(scores.softmax(-1)), v).flatten(2)
        x = self.ln_attn(x + self.out(mixed))
        return self.ln_ff(x + self.ff(x))
