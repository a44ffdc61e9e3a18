# exercise: 23
# fault: keepdim is missing, so [B, D] is subtracted from [B, S, D], which raises or pairs samples with tokens | line: 7
import torch


def token_residual(x):
    mean_token = x.sum(1) / x.size(1)
    diff = x - mean_token
    return diff.pow(2).sum((1, 2)).sqrt() / x.pow(2).sum((1, 2)).sqrt()
