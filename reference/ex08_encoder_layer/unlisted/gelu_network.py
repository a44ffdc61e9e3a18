# named: ffn-gelu-instead-of-relu
from course.blocks import MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = nn.Sequential(
            nn.Linear(dim, hidden_dim),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(hidden_dim, dim),
            nn.Dropout(dropout),
        )

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        return h + self.ffn(self.ffn_norm(h))
