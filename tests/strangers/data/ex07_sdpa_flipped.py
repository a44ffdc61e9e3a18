# exercise: 7
# fault: F.scaled_dot_product_attention gets the mask without ~, although there True means take part | line: 27
# fault: the attention dropout is also active in eval mode, since dropout_p is passed always | line: 29
import torch
import torch.nn.functional as F
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError("dim % num_heads")
        self.num_heads = num_heads
        self.dropout = dropout
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)

    def forward(self, query, key, value, blocked_mask=None):
        q = self.q_proj(query).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        k = self.k_proj(key).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        v = self.v_proj(value).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
        attn_mask = None
        if blocked_mask is not None:
            attn_mask = blocked_mask
            attn_mask = attn_mask.expand(q.shape[0], self.num_heads, q.shape[2], k.shape[2])
        p = self.dropout
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=attn_mask, dropout_p=p)
        if attn_mask is not None:
            out = out.masked_fill(~attn_mask.any(-1, keepdim=True), 0.0)
        s = q @ k.mT / q.shape[-1] ** 0.5
        if blocked_mask is not None:
            s = s.masked_fill(blocked_mask, torch.finfo(s.dtype).min)
        w = s.softmax(-1)
        if blocked_mask is not None:
            w = w.masked_fill(blocked_mask, 0.0)
        return self.out_proj(out.transpose(1, 2).flatten(2)), w
