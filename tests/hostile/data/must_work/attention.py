"""MultiheadAttention, its fast path, and scaled dot products."""

import torch
from torch import nn

x = torch.randn(2, 5, 12)
attention = nn.MultiheadAttention(12, 3, batch_first=True)
attention(x, x, x, key_padding_mask=torch.zeros(2, 5, dtype=torch.bool))
attention.eval()(x, x, x)
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 2, 20, batch_first=True), 2)
encoder(x).sum().backward()
with torch.inference_mode():
    encoder.eval()(x)
nn.functional.scaled_dot_product_attention(x, x, x)
torch.einsum("bsd,btd->bst", x, x)
