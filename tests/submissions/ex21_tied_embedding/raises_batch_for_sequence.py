# expect: runtime_error
# says: is the size of axis 0 of x
# never: keepdim
# never: unsqueeze
import math

import torch
from torch import LongTensor, Tensor, nn


def sinusoidal_positions(length: int, dim: int) -> Tensor:
    position = torch.arange(length).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
    pe = torch.zeros(length, dim)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe


class TiedEmbedding(nn.Module):
    def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids: LongTensor) -> Tensor:
        x = self.token(ids) * math.sqrt(self.token.embedding_dim)
        return x + self.positions[: x.size(0)]

    def logits(self, h: Tensor) -> Tensor:
        return self.head(h)
