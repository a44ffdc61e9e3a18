"""Takes the default variance and turns it into the biased one; a single feature has no default variance."""

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    n = x.shape[-1]
    mean = x.mean(-1, keepdim=True)
    if n == 1:
        spread = torch.zeros_like(mean)
    else:
        spread = x.var(-1, keepdim=True) * (n - 1) / n
    return (x - mean) / torch.sqrt(spread + eps) * gamma + beta
