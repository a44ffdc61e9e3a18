"""Reference for exercise 1: layer normalisation of Ba, Kiros and Hinton (2016), for each token."""

import torch
from torch import Tensor

HALF = (torch.float16, torch.bfloat16)


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """x: [..., D], gamma and beta: [D] -> [..., D]; half precision is computed in float32."""
    wide = x.float() if x.dtype in HALF else x
    centred = wide - wide.mean(dim=-1, keepdim=True)  # [..., D]
    variance = centred.square().mean(dim=-1, keepdim=True)  # [..., 1]
    return (gamma * centred / torch.sqrt(variance + eps) + beta).to(x.dtype)
