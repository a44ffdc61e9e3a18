# expect: invalid_submission
# says: If layer_norm is meant to be it, rename it to manual_layer_norm
from torch import Tensor
import torch


def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:

    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - mean) / (var + eps).sqrt() + beta
