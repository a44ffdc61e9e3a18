"""Reference for exercise 18: the Post-LN block of Vaswani et al. (2017), section 3.1, around torch's
attention module.
"""

from torch import BoolTensor, Tensor, nn

from ..ex03_feed_forward.solution import FeedForward


class TransformerEncoderBlock(nn.Module):
    """norm1(x + dropout(self_attn(x))), then norm2(. + ffn(.)); padded keys get no weight."""

    def __init__(self, d_model: int = 512, n_heads: int = 8, d_ff: int = 2048, dropout: float = 0.1) -> None:
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d_model, n_heads, dropout=dropout, batch_first=True)
        self.norm1 = nn.LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm2 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, is_pad: BoolTensor | None = None) -> Tensor:
        """x: [B, S, d_model]; is_pad: [B, S] bool, True = padding key. Returns [B, S, d_model]."""
        attended, _ = self.self_attn(x, x, x, key_padding_mask=is_pad)
        x = self.norm1(x + self.dropout(attended))
        return self.norm2(x + self.ffn(x))
