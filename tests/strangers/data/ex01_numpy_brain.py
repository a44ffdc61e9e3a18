# exercise: 1
# fault: the mean is taken without keepdim and loses its last axis, so the subtraction fails or broadcasts along the wrong axis | line: 7
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    m = x.mean(dim=-1)
    v = ((x - m) ** 2).mean(dim=-1, keepdim=True)
    return gamma * (x - m) * torch.rsqrt(v + eps) + beta
