# expect: wrong_answer
# says: dtype float32
# says: line 9
from torch import Tensor
import torch


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    x = x.float()
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - mean) / (var + eps).sqrt() + beta
