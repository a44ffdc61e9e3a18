# exercise: 8
# fault: a third, final norm is applied to y | line: 21
# fault: the attention's input is detached, so attn_norm gets no gradient | line: 18
# fault: FeedForward gets num_heads as its hidden width instead of hidden_dim | line: 15
from course.blocks import FeedForward, MultiHeadAttention
from torch import nn


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attn_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        n = self.attn_norm(x).detach()
        h = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        y = h + self.ffn(self.ffn_norm(h))
        return nn.functional.layer_norm(y, y.shape[-1:])
