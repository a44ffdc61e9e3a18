"""Returns [B, 1]."""


def token_residual(x):
    rest = x - x.mean(dim=1, keepdim=True)
    return rest.flatten(1).norm(dim=1, keepdim=True) / x.flatten(1).norm(dim=1, keepdim=True)
