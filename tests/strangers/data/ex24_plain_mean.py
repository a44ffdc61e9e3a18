# exercise: 24
# fault: pooling is a plain mean over all positions, padding included | line: 19
# fault: the mask is inverted, the real keys are blocked | line: 17
import torch
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, masked_mean_pool
from torch import nn


class Model(nn.Module):
    def __init__(self, vocab, dim, heads, ff, depth):
        super().__init__()
        self.emb = TiedEmbedding(vocab, dim, max_len=24)
        self.enc = Encoder(lambda: EncoderLayer(dim, heads, ff), depth, dim)
        self.fc = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        mask = (~is_pad)[:, None, None, :]
        z = self.enc(self.emb(ids), mask)
        z = z.mean(dim=1)
        return self.fc(z)


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Model(vocab, dim, num_heads, hidden_dim, num_layers)
