# exercise: 23
# fault: the roots are missing: the ratio of squared norms is returned | line: 7
def token_residual(x):
    d = x - x.mean(1, keepdim=True)
    top = (d * d).sum(dim=(1, 2))
    bottom = (x * x).sum(dim=(1, 2))
    return top / bottom
