# exercise: 23
# fault: 1e-3 is added to the denominator, so the result depends on the scale of x | line: 11
# fault: the denominator is the norm of the mean token instead of x | line: 10
import torch


def token_residual(x):
    mean = x.mean(dim=1, keepdim=True)
    r = (x - mean).flatten(1).norm(dim=1)
    size = mean.expand_as(x).flatten(1).norm(dim=1)
    return r / (size + 1e-3)
