import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    middle = x.median(dim=-1, keepdim=True).values
    var = ((x - middle) ** 2).mean(dim=-1, keepdim=True)
    return gamma * (x - middle) / torch.sqrt(var + eps) + beta
