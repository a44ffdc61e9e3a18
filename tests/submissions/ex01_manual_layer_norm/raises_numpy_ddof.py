# expect: runtime_error
# says: unbiased=False (or correction=0)
# says: line 11
# never: expected one of
from torch import Tensor
import torch


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True, ddof=0)
    return gamma * (x - mean) / torch.sqrt(var + eps) + beta
