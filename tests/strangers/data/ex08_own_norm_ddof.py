# exercise: 8
# fault: the home-made norm divides by D - 1 | line: 17
# fault: the padded rows of the result are set to zero, although they should be computed like any others | line: 33
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class Norm(nn.Module):
    def __init__(self, d, eps=1e-5):
        super().__init__()
        self.g = nn.Parameter(torch.ones(d))
        self.b = nn.Parameter(torch.zeros(d))
        self.eps = eps

    def forward(self, x):
        v, m = torch.var_mean(x, dim=-1, keepdim=True)
        return (x - m) / torch.sqrt(v + self.eps) * self.g + self.b


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm, self.ffn_norm = Norm(dim), Norm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        y = h + self.ffn(self.ffn_norm(h))
        if source_blocked_mask is not None:
            y = y.masked_fill(source_blocked_mask[:, 0, 0, :, None], 0.0)
        return y
