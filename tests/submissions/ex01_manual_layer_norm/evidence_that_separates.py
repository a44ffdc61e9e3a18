# never: e-15
from torch import Tensor
import torch


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, correction=0)
    return gamma * (x - mean) / (var + 1e-5).sqrt() + beta
