import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    """A convolution of width 1 is a Linear on [B, D, S]."""

    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("indivisible")
        self.num_heads = num_heads
        self.conv_q = nn.Conv1d(dim, dim, 1)
        self.conv_k = nn.Conv1d(dim, dim, 1)
        self.conv_v = nn.Conv1d(dim, dim, 1)
        self.conv_o = nn.Conv1d(dim, dim, 1)
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        query, key, value = self.conv_q(query.mT), self.conv_k(key.mT), self.conv_v(value.mT)  # [B, D, S]
        b, d, n = query.shape
        query = query.view(b, self.num_heads, d // self.num_heads, n).transpose(2, 3)
        key = key.view(b, self.num_heads, d // self.num_heads, -1)
        value = value.view(b, self.num_heads, d // self.num_heads, -1).transpose(2, 3)
        scores = torch.matmul(query, key) / (d // self.num_heads) ** 0.5
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, -1e4)
        p_attn = scores.softmax(dim=-1)
        output = torch.matmul(self.drop(p_attn), value)
        return self.conv_o(output.transpose(2, 3).reshape(b, d, n)).mT, p_attn
