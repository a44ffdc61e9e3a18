import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    work = x.to(torch.float32) if x.dtype != torch.float64 else x.clone()
    work.sub_(work.mean(dim=-1, keepdim=True))
    return (work / ((work**2).mean(dim=-1, keepdim=True) + eps).sqrt() * gamma + beta).to(x.dtype)
