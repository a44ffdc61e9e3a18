# exercise: 1
# fault: the unbiased variance, D - 1, is used | line: 10
# fault: gamma is added and beta multiplied | line: 14
# fault: a constant token is set aside with an early return that gives zeros instead of beta | line: 12
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    # TODO: ask about unbiased
    var, mean = torch.var_mean(x, dim=-1, keepdim=True)
    if bool((x == x[..., :1]).all()):
        return torch.zeros_like(x)
    hat = (x - mean) / torch.sqrt(var + eps)
    return hat * beta + gamma
