from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(dim, num_heads, dropout=dropout, batch_first=True)
        self.linear1 = nn.Linear(dim, hidden_dim)
        self.dropout = nn.Dropout(dropout)
        self.linear2 = nn.Linear(hidden_dim, dim)
        self.dropout2 = nn.Dropout(dropout)
        self.norm1 = nn.LayerNorm(dim, eps=1e-5)
        self.norm2 = nn.LayerNorm(dim, eps=1e-5)

    def forward(self, x, source_blocked_mask=None):
        ignored = None if source_blocked_mask is None else source_blocked_mask.flatten(1)
        x = self.norm1(x + self.self_attn(x, x, x, key_padding_mask=ignored)[0])
        return self.norm2(x + self.dropout2(self.linear2(self.dropout(self.linear1(x).relu()))))
