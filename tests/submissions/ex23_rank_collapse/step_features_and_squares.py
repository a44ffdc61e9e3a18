# expect: rank-mean-over-features + rank-squared
# fault: 4
def token_residual(x):
    centred = x - x.mean(-1, keepdim=True)
    left = (centred**2).sum(dim=(1, 2))
    whole = (x**2).sum(dim=(1, 2))
    return left / whole
