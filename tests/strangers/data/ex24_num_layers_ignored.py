# exercise: 24
# fault: num_layers is ignored, the depth is always 1 | line: 21
import torch
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, masked_mean_pool, padding_blocked_mask
from torch import nn


class SentenceModel(nn.Module):
    def __init__(self, embedding, encoder, dim):
        super().__init__()
        self.embedding, self.encoder = embedding, encoder
        self.head = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        mask = padding_blocked_mask(ids, 0)
        return self.head(masked_mean_pool(self.encoder(self.embedding(ids), mask), is_pad))


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    layer = lambda: EncoderLayer(dim, num_heads, hidden_dim)
    encoder = Encoder(layer, 1, dim)
    return SentenceModel(TiedEmbedding(vocab, dim), encoder, dim)
