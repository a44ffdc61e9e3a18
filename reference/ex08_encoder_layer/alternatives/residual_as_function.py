from course.blocks import FeedForward, MultiHeadAttention
from torch import Tensor, nn


class Residual(nn.Module):
    """Adds what a sub-layer makes of the normalised input."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(size)

    def forward(self, x: Tensor, sublayer) -> Tensor:
        return x + sublayer(self.norm(x))


class EncoderLayer(nn.Module):
    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(dim, num_heads, dropout)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)
        self.sublayers = nn.ModuleList([Residual(dim) for _ in range(2)])

    def forward(self, x: Tensor, source_blocked_mask=None) -> Tensor:
        x = self.sublayers[0](x, lambda y: self.attention(y, y, y, source_blocked_mask)[0])
        return self.sublayers[1](x, self.feed_forward)
