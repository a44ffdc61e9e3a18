"""Pythagoras: what is left is the whole without the mean."""

from torch import Tensor


def token_residual(x: Tensor) -> Tensor:
    """Squares of the whole minus squares of the mean, once for each token."""
    tokens = x.shape[1]
    whole = x.square().sum(dim=(1, 2))
    mean = tokens * x.mean(dim=1).square().sum(dim=1)
    return ((whole - mean).clamp(min=0) / whole).sqrt()
