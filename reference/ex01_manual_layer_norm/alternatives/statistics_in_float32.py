"""Normalised in float32, back to the input's dtype, the affine part there."""

import torch
from torch import Tensor


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    input_dtype = x.dtype
    hidden = x.to(torch.float32)
    hidden = hidden - hidden.mean(dim=-1, keepdim=True)
    variance = hidden.pow(2).mean(dim=-1, keepdim=True)
    hidden = hidden * torch.rsqrt(variance + eps)
    return gamma * hidden.to(input_dtype) + beta
