# exercise: 1
# fault: one mean and variance for the whole sentence (all axes but the batch) instead of one per token | line: 9
# fault: beta is subtracted instead of added | line: 13
# fault: eps is ignored, a hard-coded 1e-6 is used | line: 12
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    axes = tuple(range(1, x.dim())) if x.dim() > 1 else (0,)
    mean = x.mean(dim=axes, keepdim=True)
    var = x.var(dim=axes, keepdim=True, correction=0)
    normed = (x - mean) / torch.sqrt(var + 1e-6)
    return gamma * normed - beta
