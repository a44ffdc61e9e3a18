# fault: 9
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    t = x - x.mean(dim=-1, keepdim=True)
    r = torch.rsqrt(torch.mean(t * t, dim=-1, keepdim=True) + eps)
    offset = beta + beta
    return offset + gamma * (t * r)
