"""The norms compute in float32 and cast back."""

import torch.nn.functional as F
from course.blocks import FeedForward, MultiHeadAttention
from torch import Tensor, nn


class LayerNorm32(nn.LayerNorm):
    """Subclass torch's LayerNorm to handle fp16."""

    def forward(self, x: Tensor) -> Tensor:
        orig_type = x.dtype
        ret = F.layer_norm(x.float(), self.normalized_shape, self.weight.float(), self.bias.float(), self.eps)
        return ret.type(orig_type)


class EncoderLayer(nn.Module):
    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.attn_norm = LayerNorm32(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn_norm = LayerNorm32(dim)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        n = self.attn_norm(x)
        x = x + self.self_attn(n, n, n, source_blocked_mask)[0]
        x = x + self.ffn(self.ffn_norm(x))
        return x
