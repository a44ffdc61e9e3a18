# exercise: 8
# fault: the second half is Post-LN: the norm comes after the FFN's sum | line: 20
# fault: an extra dropout acts on the attention's output | line: 19
import torch.nn as nn
from course.blocks import FeedForward, MultiHeadAttention


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.attention = MultiHeadAttention(dim, num_heads, dropout)
        self.norm1 = nn.LayerNorm(dim)
        self.feed_forward = FeedForward(dim, hidden_dim, dropout)
        self.norm2 = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, source_blocked_mask=None):
        normed = self.norm1(x)
        x = x + self.dropout(self.attention(normed, normed, normed, source_blocked_mask)[0])
        return self.norm2(x + self.feed_forward(x))
