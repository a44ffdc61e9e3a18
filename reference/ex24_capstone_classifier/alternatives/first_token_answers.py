"""The first token's own vector is classified; attention by F.scaled_dot_product_attention, learned
positions.
"""

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, dim, heads, hidden):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ffn = nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))

    def forward(self, x, seen):
        b, s, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, s, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        x = x + self.out(mixed.transpose(1, 2).reshape(b, s, d))
        return x + self.ffn(self.norm2(x))


class Model(nn.Module):
    def __init__(self, vocab, dim, heads, hidden, layers):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.place = nn.Embedding(64, dim)
        self.blocks = nn.ModuleList([Block(dim, heads, hidden) for _ in range(layers)])
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        x = self.token(ids) + self.place(torch.arange(ids.size(1), device=ids.device))
        seen = ~is_pad[:, None, None, :]
        for block in self.blocks:
            x = block(x, seen)
        return self.head(self.norm(x[:, 0]))


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Model(vocab, dim, num_heads, hidden_dim, num_layers)
