"""The softmax runs in float32 and is cast back; names of a well-known library."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError(f"hidden_size {dim} is not a multiple of the number of heads {num_heads}")
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        self.scaling = self.head_dim**-0.5
        self.attention_dropout = dropout
        self.q_proj = nn.Linear(dim, dim, bias=True)
        self.k_proj = nn.Linear(dim, dim, bias=True)
        self.v_proj = nn.Linear(dim, dim, bias=True)
        self.o_proj = nn.Linear(dim, dim, bias=True)

    def forward(self, query, key, value, blocked_mask=None):
        q_shape = (*query.shape[:-1], self.num_heads, self.head_dim)
        k_shape = (*key.shape[:-1], self.num_heads, self.head_dim)
        query_states = self.q_proj(query).view(q_shape).transpose(1, 2)
        key_states = self.k_proj(key).view(k_shape).transpose(1, 2)
        value_states = self.v_proj(value).view(k_shape).transpose(1, 2)

        attn = torch.matmul(query_states, key_states.transpose(2, 3)) * self.scaling
        if blocked_mask is not None:
            attn = attn.masked_fill(blocked_mask, torch.finfo(attn.dtype).min)
        attn = nn.functional.softmax(attn, dim=-1, dtype=torch.float32).to(query_states.dtype)
        if blocked_mask is not None:
            attn = attn.masked_fill(blocked_mask, 0.0)
        dropped = nn.functional.dropout(attn, p=self.attention_dropout, training=self.training)
        out = torch.matmul(dropped, value_states).transpose(1, 2).contiguous()
        return self.o_proj(out.reshape(*query.shape)), attn
