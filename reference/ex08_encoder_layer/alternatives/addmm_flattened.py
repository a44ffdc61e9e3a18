import torch
from course.blocks import MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.dropout = dropout
        self.attn_norm = nn.LayerNorm((dim,))
        self.ffn_norm = nn.LayerNorm((dim,))
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = nn.ModuleDict({"up": nn.Linear(dim, hidden_dim), "down": nn.Linear(hidden_dim, dim)})

    def feed(self, tokens):
        up, down = self.ffn["up"], self.ffn["down"]
        hidden = torch.addmm(up.bias, tokens, up.weight.T).clamp(min=0)
        hidden = nn.functional.dropout(hidden, self.dropout, training=self.training)
        out = torch.addmm(down.bias, hidden, down.weight.T)
        return nn.functional.dropout(out, self.dropout, training=self.training)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        attended, *_ = self.self_attn(n, n, n, blocked_mask=source_blocked_mask)
        h = (x + attended).reshape(-1, x.shape[-1])
        return (h + self.feed(self.ffn_norm(h))).reshape(x.shape)
