# expect: wrong_answer
# says: changes x
# says: line 10
from torch import Tensor
import torch


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(-1, keepdim=True)
    x -= mean
    var = (x ** 2).mean(-1, keepdim=True)
    x /= torch.sqrt(var + eps)
    return x * gamma + beta
