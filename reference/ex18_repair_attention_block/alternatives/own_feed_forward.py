"""An own FFN in place of the given one, the attention permuted through a helper; no mask becomes a mask
of False.
"""

import torch
from torch import nn


class TransformerEncoderBlock(nn.Module):
    def __init__(self, d_model=512, n_heads=8, d_ff=2048, dropout=0.1):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(embed_dim=d_model, num_heads=n_heads, dropout=dropout)
        self.ffn = nn.Sequential(
            nn.Linear(d_model, d_ff),
            nn.ReLU(inplace=True),
            nn.Dropout(dropout),
            nn.Linear(d_ff, d_model),
            nn.Dropout(dropout),
        )
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def attend(self, x, is_pad):
        if is_pad is None:
            is_pad = torch.zeros(x.shape[:2], dtype=torch.bool, device=x.device)
        sequence_first = x.permute(1, 0, 2).contiguous()
        out, _ = self.self_attn(sequence_first, sequence_first, sequence_first, key_padding_mask=is_pad)
        return out.permute(1, 0, 2)

    def forward(self, x, is_pad=None):
        y = self.norm1(x + self.dropout(self.attend(x, is_pad)))
        return self.norm2(y + self.ffn(y))
