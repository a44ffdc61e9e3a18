# exercise: 8
# fault: the second residual starts from the input x, so the attention's result reaches y only through the FFN | line: 17
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(dim) for _ in range(2)])
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.norms[0](x)
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        y = x + self.ffn(self.norms[1](h))
        return y
