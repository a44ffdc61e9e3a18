"""Normalise the input in place and return it: right values, ruined input."""
# verdict: wrong_answer

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    with torch.no_grad():
        mean, var = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        x.sub_(mean).div_(torch.sqrt(var + eps)).mul_(gamma).add_(beta)
    return x
