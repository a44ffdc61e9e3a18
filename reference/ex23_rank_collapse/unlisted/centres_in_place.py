"""Subtracts the mean from the caller's own tensor."""


def token_residual(x):
    size = x.flatten(1).norm(dim=1)
    x -= x.mean(dim=1, keepdim=True)
    return x.flatten(1).norm(dim=1) / size
