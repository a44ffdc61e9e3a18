import torch
from torch import Tensor, nn


class Head(nn.Module):
    def __init__(self, dim: int, width: int, dropout: float):
        super().__init__()
        self.key = nn.Linear(dim, width)
        self.query = nn.Linear(dim, width)
        self.value = nn.Linear(dim, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None):
        q, k, v = self.query(query), self.key(key), self.value(value)
        wei = q @ k.mT * k.size(-1) ** -0.5
        if mask is not None:
            wei = wei.masked_fill(mask, float("-inf"))
        wei = wei.softmax(-1)
        return self.dropout(wei) @ v, wei


class MultiHeadAttention(nn.Module):
    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim % num_heads")
        self.heads = nn.ModuleList(Head(dim, dim // num_heads, dropout) for _ in range(num_heads))
        self.fc_out = nn.Linear(dim, dim)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: Tensor | None = None):
        if blocked_mask is not None:
            shape = (query.size(0), len(self.heads), query.size(1), key.size(1))
            blocked_mask = blocked_mask.expand(shape)
        done = [
            head(query, key, value, None if blocked_mask is None else blocked_mask[:, i])
            for i, head in enumerate(self.heads)
        ]
        out = torch.cat([o for o, _ in done], dim=-1)
        return self.fc_out(out), torch.stack([w for _, w in done], dim=1)
