"""The biased variance over the tokens, and a small number in the denominator."""

import torch


def token_residual(x):
    spread = (x.var(dim=1, unbiased=False) * x.shape[1]).sum(-1).sqrt()
    return spread / (torch.norm(x, p=2, dim=(1, 2)) + 1e-8)
