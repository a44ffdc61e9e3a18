# exercise: 1
# fault: mean and variance are taken over the sequence axis (dim=-2) instead of the feature axis | line: 8
# belief: normalising "across tokens" is what makes tokens comparable
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    axis = -2
    mu = torch.mean(x, axis, keepdim=True)
    centered = x - mu
    sigma2 = torch.mean(centered * centered, axis, keepdim=True)
    return gamma * centered / torch.sqrt(sigma2 + eps) + beta
