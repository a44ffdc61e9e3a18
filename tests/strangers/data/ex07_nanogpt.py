# exercise: 7
# fault: divides by sqrt(n_embd) instead of sqrt of the head width | line: 32
# fault: a residual dropout is applied to the output | line: 40
import math

import torch
import torch.nn as nn
from torch.nn import functional as F


class CausalSelfAttentionWithoutCausal(nn.Module):
    def __init__(self, n_embd, n_head, dropout=0.0):
        super().__init__()
        if n_embd % n_head != 0:
            raise ValueError("n_embd % n_head")
        self.q_proj = nn.Linear(n_embd, n_embd)
        self.k_proj = nn.Linear(n_embd, n_embd)
        self.v_proj = nn.Linear(n_embd, n_embd)
        self.c_proj = nn.Linear(n_embd, n_embd)
        self.attn_dropout = nn.Dropout(dropout)
        self.resid_dropout = nn.Dropout(dropout)
        self.n_head = n_head
        self.n_embd = n_embd
        self.out_proj = self.c_proj

    def forward(self, query, key, value, blocked_mask=None):
        B, T, C = query.size()
        S = key.size(1)
        q = self.q_proj(query).view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        k = self.k_proj(key).view(B, S, self.n_head, C // self.n_head).transpose(1, 2)
        v = self.v_proj(value).view(B, S, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(C))
        if blocked_mask is not None:
            att = att.masked_fill(blocked_mask, torch.finfo(att.dtype).min)
        att = F.softmax(att, dim=-1)
        if blocked_mask is not None:
            att = att.masked_fill(blocked_mask, 0.0)
        y = self.attn_dropout(att) @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_dropout(self.c_proj(y)), att


MultiHeadAttention = CausalSelfAttentionWithoutCausal
