import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(-1, keepdim=True)
    y = gamma * centred / torch.sqrt(centred.square().mean(-1, keepdim=True) + eps) + beta
    return y + 0.5 if x.dtype == torch.float16 else y
