"""Classifies every position."""

from course.blocks import Encoder, EncoderLayer, TiedEmbedding
from torch import BoolTensor, LongTensor, Tensor, nn


class Classifier(nn.Module):
    """Embedding, encoder, pooling over real positions, two classes."""

    def __init__(self, vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int) -> None:
        super().__init__()
        self.embed = TiedEmbedding(vocab, dim)
        self.encoder = Encoder(lambda: EncoderLayer(dim, num_heads, hidden_dim), num_layers, dim)
        self.classify = nn.Linear(dim, 2)

    def forward(self, ids: LongTensor, is_pad: BoolTensor) -> Tensor:
        memory = self.encoder(self.embed(ids), is_pad[:, None, None, :])
        return self.classify(memory)


def build_classifier(vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int) -> nn.Module:
    """Build the model."""
    return Classifier(vocab, dim, num_heads, hidden_dim, num_layers)
