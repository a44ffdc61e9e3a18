"""One sample's residual, mapped over the batch, without gradients."""

import torch


def residual(sample):
    rest = sample - sample.mean(dim=0, keepdim=True)
    return torch.sqrt(rest.pow(2).sum()) / torch.sqrt(sample.pow(2).sum())


@torch.no_grad()
def token_residual(x):
    return torch.vmap(residual)(x)
