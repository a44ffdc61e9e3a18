# exercise: 1
# fault: the statistics are computed under no_grad, so no gradient flows through mean and variance | line: 8
# fault: eps is left out of the root, so a constant token gives NaN | line: 16
import torch


def stats(x):
    with torch.no_grad():
        mean = x.mean(-1, keepdim=True)
        var = x.var(-1, unbiased=False, keepdim=True)
    return mean, var


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean, var = stats(x)
    x_hat = (x - mean) / torch.sqrt(var)
    return gamma * x_hat + beta
