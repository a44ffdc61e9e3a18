# expect: mha-attends-across-batch
import math

from torch import nn


class MultiHeadAttention(nn.Module):
    """Written for [S, B, D] and fed with [B, S, D]: batch_first left out."""

    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("embed_dim must be divisible by num_heads")
        self.num_heads, self.head_dim = num_heads, dim // num_heads
        self.wq, self.wk, self.wv, self.wo = (nn.Linear(dim, dim) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        tgt_len, bsz, embed_dim = query.shape
        heads = (bsz, self.num_heads, self.head_dim)
        q = self.wq(query).reshape(tgt_len, *heads).permute(1, 2, 0, 3)  # [bsz, H, tgt_len, Dh]
        k = self.wk(key).reshape(key.shape[0], key.shape[1], *heads[1:]).permute(1, 2, 0, 3)
        v = self.wv(value).reshape(value.shape[0], value.shape[1], *heads[1:]).permute(1, 2, 0, 3)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.head_dim)
        if blocked_mask is not None:
            scores = scores.masked_fill(blocked_mask, float("-inf"))
        weights = scores.softmax(dim=-1)
        out = (self.dropout(weights) @ v).permute(2, 0, 1, 3).reshape(tgt_len, bsz, embed_dim)
        return self.wo(out), weights
