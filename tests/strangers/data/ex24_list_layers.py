# exercise: 24
# fault: the layers sit in a plain list, so the optimiser never sees them | line: 14
# fault: the attention mask has shape [B, S], without the two middle axes | line: 20
# fault: the model class is returned instead of an instance | line: 27
import torch
from course.blocks import EncoderLayer, TiedEmbedding, masked_mean_pool
from torch import nn


class Net(nn.Module):
    def __init__(self, vocab=10, dim=32, heads=4, hidden=64, layers=2):
        super().__init__()
        self.embedding = TiedEmbedding(vocab, dim)
        self.layers = [EncoderLayer(dim, heads, hidden) for _ in range(layers)]
        self.norm = nn.LayerNorm(dim)
        self.fc = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        x = self.embedding(ids)
        blocked = is_pad
        for layer in self.layers:
            x = layer(x, blocked)
        return self.fc(masked_mean_pool(self.norm(x), is_pad))


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Net
