import numpy as np
import torch
import torch.nn as nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads > 0:
            raise ValueError("d_model must be divisible by n_head")
        self.n_head = num_heads
        self.fc_out = nn.Linear(dim, dim)
        self.w_ks = nn.Linear(dim, dim)
        self.w_qs = nn.Linear(dim, dim)
        self.w_vs = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)
        self.temperature = np.power(dim // num_heads, 0.5)

    def forward(self, query, key, value, blocked_mask=None):
        sz_b, len_q, dim = query.size()
        len_k, len_v = key.size(1), value.size(1)
        q = self.w_qs(query).view(sz_b, len_q, self.n_head, dim // self.n_head).transpose(1, 2)
        k = self.w_ks(key).view(sz_b, len_k, self.n_head, dim // self.n_head).transpose(1, 2)
        v = self.w_vs(value).view(sz_b, len_v, self.n_head, dim // self.n_head).transpose(1, 2)
        attn = torch.matmul(q / self.temperature, k.transpose(2, 3))
        if blocked_mask is not None:
            attn = attn.masked_fill(blocked_mask == 1, -1e9)
        attn = torch.softmax(attn, dim=-1)
        out = torch.matmul(self.dropout(attn), v)
        out = out.transpose(1, 2).contiguous().view(sz_b, len_q, -1)
        return self.fc_out(out), attn
