"""Reference for exercise 24: embedding, Pre-LN encoder, masked mean pooling and a linear head; the
course's own design.
"""

import math

from torch import BoolTensor, LongTensor, Tensor, nn

from ..ex08_encoder_layer.solution import EncoderLayer
from ..ex09_encoder.solution import Encoder
from ..ex21_tied_embedding.solution import TiedEmbedding


def build_classifier(vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int) -> nn.Module:
    """A model with forward(ids [B, S], is_pad [B, S]) -> logits [B, 2]."""
    return Classifier(vocab, dim, num_heads, hidden_dim, num_layers)


class Classifier(nn.Module):
    """Padding is neither attended to nor pooled."""

    def __init__(self, vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int) -> None:
        super().__init__()
        self.embed = TiedEmbedding(vocab, dim)
        nn.init.normal_(self.embed.token.weight, std=1 / math.sqrt(dim))
        self.encoder = Encoder(lambda: EncoderLayer(dim, num_heads, hidden_dim), num_layers, dim)
        self.classify = nn.Linear(dim, 2)

    def forward(self, ids: LongTensor, is_pad: BoolTensor) -> Tensor:
        """ids: [B, S]; is_pad: [B, S] bool, True = padding. Returns [B, 2]."""
        memory = self.encoder(self.embed(ids), is_pad[:, None, None, :])  # [B, S, dim]
        kept = memory.masked_fill(is_pad.unsqueeze(-1), 0.0).sum(dim=1)  # [B, dim]
        return self.classify(kept / (~is_pad).sum(dim=1, keepdim=True))
