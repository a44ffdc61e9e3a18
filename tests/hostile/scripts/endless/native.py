"""Multiply large matrices in native code, for ever."""
# verdict: time_limit
# wall: 2

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    big = torch.ones(600, 600)
    while True:
        big = big @ big.clamp(max=1e-3)
