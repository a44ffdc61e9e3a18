# expect: runtime_error
# says: line 13
# says: use torch.sqrt
# never: First wrong
import math
from torch import Tensor
import torch


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - mean) / math.sqrt(var + eps) + beta
