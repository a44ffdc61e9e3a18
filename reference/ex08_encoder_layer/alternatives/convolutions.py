from course.blocks import MultiHeadAttention
from torch import nn


class ConvolutionFFN(nn.Module):
    """A convolution of kernel size 1 is a Linear on every token."""

    def __init__(self, dim, hidden_dim, dropout):
        super().__init__()
        self.expand = nn.Conv1d(dim, hidden_dim, kernel_size=1)
        self.shrink = nn.Conv1d(hidden_dim, dim, kernel_size=1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        hidden = self.dropout(self.expand(x.transpose(1, 2)).relu())
        return self.dropout(self.shrink(hidden).transpose(1, 2))


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.norm_ffn = nn.LayerNorm(dim)
        self.norm_attn = nn.LayerNorm(dim)
        self.position_wise = ConvolutionFFN(dim, hidden_dim, dropout)
        self.self_attention = MultiHeadAttention(dim, num_heads, dropout)

    def forward(self, x, source_blocked_mask=None):
        normed = self.norm_attn(x)
        x = x + self.self_attention(normed, normed, normed, source_blocked_mask)[0]
        return x + self.position_wise(self.norm_ffn(x))
