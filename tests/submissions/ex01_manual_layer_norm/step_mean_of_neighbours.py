# fault: 6
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    level = torch.cumsum(x, dim=-1) / torch.arange(1, x.shape[-1] + 1)  # a running mean
    away = x - level
    width = torch.sqrt(away.pow(2).mean(-1, keepdim=True) + eps)
    return beta + gamma * (away / width)
