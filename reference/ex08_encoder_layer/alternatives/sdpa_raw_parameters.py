import torch
import torch.nn.functional as F
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.h, self.p = num_heads, dropout
        self.Wq = nn.Parameter(torch.randn(dim, dim) * 0.1)
        self.Wk = nn.Parameter(torch.randn(dim, dim) * 0.1)
        self.Wv = nn.Parameter(torch.randn(dim, dim) * 0.1)
        self.Wo = nn.Parameter(torch.randn(dim, dim) * 0.1)
        self.bq, self.bk, self.bv, self.bo = (nn.Parameter(torch.zeros(dim)) for _ in range(4))
        self.W1 = nn.Parameter(torch.randn(dim, hidden_dim) * 0.1)
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.W2 = nn.Parameter(torch.randn(hidden_dim, dim) * 0.1)
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.g1, self.beta1 = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
        self.g2, self.beta2 = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))

    def split(self, t):
        return t.reshape(t.shape[0], t.shape[1], self.h, t.shape[2] // self.h).permute(0, 2, 1, 3)

    def attend(self, x, mask):
        q, k, v = (
            self.split(x @ self.Wq + self.bq),
            self.split(x @ self.Wk + self.bk),
            self.split(x @ self.Wv + self.bv),
        )
        keep = None if mask is None else ~mask
        y = F.scaled_dot_product_attention(
            q, k, v, attn_mask=keep, dropout_p=self.p if self.training else 0.0
        )
        return y.permute(0, 2, 1, 3).reshape(x.shape) @ self.Wo + self.bo

    def transform(self, x):
        hidden = F.dropout(F.relu(x @ self.W1 + self.b1), self.p, self.training)
        return F.dropout(hidden @ self.W2 + self.b2, self.p, self.training)

    def forward(self, x, source_blocked_mask=None):
        size = x.shape[-1:]
        x = x + self.attend(F.layer_norm(x, size, self.g1, self.beta1), source_blocked_mask)
        return x + self.transform(F.layer_norm(x, size, self.g2, self.beta2))
