"""Sums of absolute values."""


def token_residual(x):
    rest = x - x.mean(dim=1, keepdim=True)
    return rest.abs().sum((1, 2)) / x.abs().sum((1, 2))
