# fault: 8
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    b = x.var(dim=-1, keepdim=True, unbiased=False)
    a = torch.mean(x, dim=-1, keepdim=True)
    z = (a - x) / torch.sqrt(b + eps)
    return z * gamma + beta
