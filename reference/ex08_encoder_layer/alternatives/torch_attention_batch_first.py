from course.blocks import FeedForward
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim, eps=1e-5)
        self.self_attn = nn.MultiheadAttention(dim, num_heads, dropout=dropout, batch_first=True)
        self.ffn_norm = nn.LayerNorm(dim, eps=1e-5)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        padding = None if source_blocked_mask is None else source_blocked_mask[:, 0, 0, :]
        n = self.attn_norm(x)
        attended, _ = self.self_attn(n, n, n, key_padding_mask=padding, need_weights=False)
        h = x + attended
        return h + self.ffn(self.ffn_norm(h))
