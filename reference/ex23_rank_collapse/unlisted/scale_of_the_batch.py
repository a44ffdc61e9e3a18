"""Divides every sample by the largest norm of the batch."""


def token_residual(x):
    rest = x - x.mean(dim=1, keepdim=True)
    return rest.flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1).max()
