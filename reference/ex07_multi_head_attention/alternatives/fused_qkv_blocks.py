from torch import nn
from torch.nn import functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("dim must be divisible by num_heads")
        self.h = num_heads
        self.d_k = dim // num_heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.attn_drop = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        B = query.shape[0]
        w_q, w_k, w_v = self.qkv.weight.chunk(3, dim=0)
        b_q, b_k, b_v = self.qkv.bias.chunk(3)
        q = F.linear(query, w_q, b_q).view(B, -1, self.h, self.d_k).transpose(1, 2)
        k = F.linear(key, w_k, b_k).view(B, -1, self.h, self.d_k).transpose(1, 2)
        v = F.linear(value, w_v, b_v).view(B, -1, self.h, self.d_k).transpose(1, 2)
        attn = (q @ k.transpose(-2, -1)) * self.d_k**-0.5
        if blocked_mask is not None:
            attn = attn.masked_fill(blocked_mask, -1e9)
        attn = attn.softmax(dim=-1)
        x = (self.attn_drop(attn) @ v).transpose(1, 2).reshape(B, query.shape[1], -1)
        return self.proj(x), attn
