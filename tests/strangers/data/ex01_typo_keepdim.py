# exercise: 1
# fault: "keep_dim" is not a keyword of mean, so the call raises TypeError | line: 8
# fault: divides by var + eps without taking the root | line: 10
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = torch.mean(x, dim=-1, keep_dim=True)
    var = torch.var(x, dim=-1, keepdim=True, unbiased=False)
    norm = (x - mean) / (var + eps)
    return norm * gamma + beta
