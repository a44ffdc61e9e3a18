"""Call the operator beneath the forbidden function."""
# verdict: forbidden

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return torch.native_layer_norm(x, x.shape[-1:], gamma, beta, eps)[0]
