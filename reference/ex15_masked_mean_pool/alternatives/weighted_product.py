"""A row of weights 1/n times the matrix of kept vectors."""

import torch


def masked_mean_pool(x, is_pad):
    keep = is_pad.logical_not().to(x.dtype)
    n = keep.sum(dim=1, keepdim=True)
    weights = keep / torch.maximum(n, torch.ones_like(n))
    clean = torch.where(is_pad.unsqueeze(2), torch.zeros_like(x), x)
    return torch.bmm(weights.unsqueeze(1), clean).squeeze(1)
