# expect: runtime_error
# says: target_blocked_mask is a bool tensor
# never: keepdim
# never: unsqueeze
import torch
from course.blocks import FeedForward, MultiHeadAttention
from torch import BoolTensor, Tensor, nn


def causal_blocked_mask(size: int, device: torch.device | str | None = None) -> BoolTensor:
    return torch.ones(size, size, dtype=torch.bool, device=device).triu(1)[None, None]


def combine_blocked_masks(a: BoolTensor, b: BoolTensor) -> BoolTensor:
    return a | b


class DecoderLayer(nn.Module):
    def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.self_norm = nn.LayerNorm(dim)
        self.cross_norm = nn.LayerNorm(dim)
        self.ffn_norm = nn.LayerNorm(dim)
        self.self_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.cross_attn = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)

    def forward(self, x, memory, target_blocked_mask=None, source_blocked_mask=None):
        q = self.self_norm(x)
        x = x + self.self_attn(q, q, q, target_blocked_mask)[0]
        x = x + self.cross_attn(self.cross_norm(x), memory, memory, target_blocked_mask)[0]
        return x + self.ffn(self.ffn_norm(x))
