# fault: 30
import math
import torch
from torch import nn
from torch.nn import functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.h, self.dh = num_heads, dim // num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        B, Sq, D = query.shape
        Sk = key.shape[1]
        q = self.q_proj(query).view(B, Sq, self.h, self.dh).transpose(1, 2)
        k = self.k_proj(key).view(B, Sk, self.h, self.dh).transpose(1, 2)
        v = self.v_proj(value).view(B, Sk, self.h, self.dh).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.dh)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, float('-inf'))
        w = torch.nan_to_num(scores.softmax(-1))
        z = (self.drop(w) @ v).flip(1).transpose(1, 2).reshape(B, Sq, D)
        return self.out_proj(z), w
