from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        if source_blocked_mask is not None:
            source_blocked_mask.logical_not_()
            visible = source_blocked_mask.clone()
            source_blocked_mask.logical_not_()
            attended = self.self_attn(n, n, n, ~visible)[0]
        else:
            attended = self.self_attn(n, n, n)[0]
        h = x + attended
        return h + self.ffn(self.ffn_norm(h))
