"""A ratio for each token, then their mean."""


def token_residual(x):
    rest = x - x.mean(dim=1, keepdim=True)
    return (rest.norm(dim=-1) / x.norm(dim=-1)).mean(dim=1)
