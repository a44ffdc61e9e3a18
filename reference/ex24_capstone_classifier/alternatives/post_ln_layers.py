"""Post-LN layers, the mask made from the ids, an embedding without a head."""

from course.blocks import PostLNEncoderLayer, masked_mean_pool, padding_blocked_mask, sinusoidal_positions
from torch import nn


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.token = nn.Embedding(vocab, dim, padding_idx=0)
            self.register_buffer("places", sinusoidal_positions(24, dim))
            self.layers = nn.ModuleList(
                PostLNEncoderLayer(dim, num_heads, hidden_dim) for _ in range(num_layers)
            )
            self.out = nn.Linear(dim, 2)

        def forward(self, ids, is_pad):
            x = self.token(ids) + self.places[: ids.shape[1]]
            blocked = padding_blocked_mask(ids, 0)
            for layer in self.layers:
                x = layer(x, blocked)
            return self.out(masked_mean_pool(x, is_pad))

    return Model()
