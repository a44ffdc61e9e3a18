"""eps and the number of features are tensors of float32."""

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    eps = torch.tensor(eps)
    features = torch.tensor(x.shape[-1], dtype=torch.float32)
    centred = x - x.sum(-1, keepdim=True) / features
    variance = (centred**2).sum(-1, keepdim=True) / features
    return gamma * centred / torch.sqrt(variance + eps) + beta
