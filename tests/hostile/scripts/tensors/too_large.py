"""Return 160 MB."""
# verdict: memory_limit
# wall: 30

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return torch.zeros(40_000_000)
