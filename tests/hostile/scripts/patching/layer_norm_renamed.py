"""Reach the forbidden function through another name."""
# verdict: forbidden

import torch

shortcut = getattr(torch.nn.functional, "layer" + "_norm")


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return shortcut(x, x.shape[-1:], gamma, beta, eps)
