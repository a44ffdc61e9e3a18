# expect: forbidden
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.attention = nn.MultiheadAttention(dim, num_heads, dropout)

    def forward(self, query, key, value, blocked_mask=None):
        return self.attention(query, key, value, average_attn_weights=False)
