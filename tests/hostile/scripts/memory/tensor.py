"""Allocate a tensor of a tebibyte."""
# verdict: memory_limit

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return torch.zeros(1 << 38, dtype=torch.float64)
