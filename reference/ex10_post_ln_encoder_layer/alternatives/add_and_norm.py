from course.blocks import FeedForward, MultiHeadAttention
from torch import Tensor, nn


class AddNorm(nn.Module):
    def __init__(self, norm_shape):
        super().__init__()
        self.ln = nn.LayerNorm(norm_shape)

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return self.ln(Y + X)


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(dim, num_heads, dropout)
        self.addnorm1 = AddNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.addnorm2 = AddNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        Y = self.addnorm1(x, self.attention(x, x, x, source_blocked_mask)[0])
        return self.addnorm2(Y, self.ffn(Y))
