# exercise: 10
# fault: the home-made FFN uses SiLU instead of ReLU | line: 14
# fault: the home-made FFN has no dropout after the activation | line: 18
# fault: the first sum takes the attention's result twice instead of x | line: 31
from course.blocks import MultiHeadAttention
from torch import nn


class Mlp(nn.Module):
    def __init__(self, dim, hidden, p):
        super().__init__()
        self.a = nn.Linear(dim, hidden)
        self.b = nn.Linear(hidden, dim)
        self.act = nn.SiLU()
        self.p = nn.Dropout(p)

    def forward(self, x):
        return self.p(self.b(self.act(self.a(x))))


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = Mlp(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        a = self.self_attn(x, x, x, source_blocked_mask)[0]
        h = self.attn_norm(a + a)
        return self.ffn_norm(h + self.ffn(h))
