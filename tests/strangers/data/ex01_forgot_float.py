# exercise: 1
# fault: everything is cast to float32 and the result is not cast back to the dtype of x | line: 7
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    x32 = x.to(torch.float32)
    mu = x32.mean(-1, True)
    var = (x32 - mu).square().mean(-1, True)
    y = (x32 - mu) / (var + eps).sqrt()
    return gamma * y + beta
