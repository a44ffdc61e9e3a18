# exercise: 24
# fault: the encoder is called without the padding mask, so real tokens attend to padding | line: 16
import torch
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, masked_mean_pool, padding_blocked_mask
from torch import nn


class Classifier(nn.Module):
    def __init__(self, vocab, dim, num_heads, hidden_dim, num_layers):
        super().__init__()
        self.embed = TiedEmbedding(vocab, dim)
        self.encoder = Encoder(lambda: EncoderLayer(dim, num_heads, hidden_dim), num_layers, dim)
        self.out = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        h = self.encoder(self.embed(ids))
        return self.out(masked_mean_pool(h, is_pad))


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Classifier(vocab, dim, num_heads, hidden_dim, num_layers)
