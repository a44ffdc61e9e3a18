import torch
from torch import nn
from torch.nn import functional as F


def make(*shape):
    return nn.Parameter(torch.nn.init.normal_(torch.empty(*shape), std=0.02))


class MultiHeadAttention(nn.Module):
    """Raw matrices that are used as F.linear does; the biases come last."""

    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError
        self.n = num_heads
        self.Wq, self.Wk, self.Wv, self.Wo = (make(dim, dim) for _ in range(4))
        self.bq, self.bk, self.bv, self.bo = (make(dim) for _ in range(4))
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        def cut(x):
            return torch.stack(x.chunk(self.n, dim=-1), dim=1)

        Q = cut(F.linear(query, self.Wq, self.bq))
        K = cut(F.linear(key, self.Wk, self.bk))
        V = cut(F.linear(value, self.Wv, self.bv))
        A = torch.matmul(Q / Q.shape[-1] ** 0.5, K.transpose(2, 3))
        if blocked_mask is not None:
            A = A + blocked_mask.to(A.dtype) * -1e12
        A = A.softmax(3)
        Z = torch.cat(torch.matmul(self.drop(A), V).unbind(1), dim=-1)
        return F.linear(Z, self.Wo, self.bo), A
