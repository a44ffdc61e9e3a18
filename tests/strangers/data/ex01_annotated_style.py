# exercise: 1
# fault: x.std divides by D - 1, the unbiased estimate, instead of D | line: 10
# fault: eps is added to the standard deviation, outside the root | line: 11
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    # The Annotated Transformer
    mean = x.mean(-1, keepdim=True)
    std = x.std(-1, keepdim=True)
    return gamma * (x - mean) / (std + eps) + beta
