# exercise: 1
# fault: beta is added before the scaling, so it is multiplied by gamma | line: 11
import torch


def standardise(row, eps):
    return (row - row.mean(-1, keepdim=True)) / torch.sqrt(row.var(-1, keepdim=True, correction=0) + eps)


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return gamma * (standardise(x, eps) + beta)
