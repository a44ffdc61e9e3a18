# exercise: 24
# fault: max_len is 12, so sequences of 24 positions raise | line: 13
# fault: the mask is made with pad_id=1, so the token 1 is blocked and padding is visible | line: 18
import torch
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, masked_mean_pool, padding_blocked_mask
from torch import nn


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = TiedEmbedding(vocab, dim, max_len=12)
            self.encoder = Encoder(lambda: EncoderLayer(dim, num_heads, hidden_dim), num_layers, dim)
            self.classify = nn.Linear(dim, 2)

        def forward(self, ids, is_pad):
            x = self.encoder(self.embedding(ids), padding_blocked_mask(ids, pad_id=1))
            return self.classify(masked_mean_pool(x, is_pad))

    return Net()
