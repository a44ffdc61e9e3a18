# exercise: 24
# fault: the sum over the real tokens is divided by the padded length S | line: 20
# fault: dropout is hard-coded to 0.5 in the head and called functionally, so it also drops in eval mode | line: 21
import torch
import torch.nn.functional as F
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, padding_blocked_mask
from torch import nn


class PooledClassifier(nn.Module):
    def __init__(self, vocab, dim, num_heads, hidden_dim, num_layers):
        super().__init__()
        self.tok = TiedEmbedding(vocab, dim, max_len=32, pad_id=0)
        self.enc = Encoder(lambda: EncoderLayer(dim, num_heads, hidden_dim), num_layers, dim)
        self.lin = nn.Linear(dim, 2)

    def forward(self, ids, is_pad):
        h = self.enc(self.tok(ids), padding_blocked_mask(ids, 0))
        h = h.masked_fill(is_pad.unsqueeze(-1), 0.0)
        v = h.sum(dim=1) / ids.shape[1]
        v = F.dropout(v, 0.5)
        return self.lin(v)


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return PooledClassifier(vocab, dim, num_heads, hidden_dim, num_layers)
