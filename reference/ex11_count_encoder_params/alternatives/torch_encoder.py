"""PyTorch's own encoder with biases, minus the biases that are not wanted."""

from torch import nn


def count_encoder_params(dim, hidden_dim, num_layers, num_heads=8, bias=True, final_norm=True):
    layer = nn.TransformerEncoderLayer(dim, num_heads, dim_feedforward=hidden_dim, device="meta")
    per_layer = 0
    for name, p in layer.named_parameters():
        is_norm = name.startswith("norm")
        if p.dim() == 1 and not is_norm and not bias:
            continue
        per_layer += p.numel()
    total = per_layer * num_layers
    return total + 2 * dim if final_norm else total
