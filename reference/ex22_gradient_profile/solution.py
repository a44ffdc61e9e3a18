"""Reference for exercise 22: the gradients that Xiong et al. (2020) bound in their theorem 1."""

from collections.abc import Callable

import torch
from torch import Tensor, nn


def ffn_grad_profile(model: nn.Module, x: Tensor, loss_fn: Callable[[Tensor], Tensor]) -> list[float]:
    """|| d loss_fn(model(x)) / d layers[i].ffn.net[3].weight ||_F for every layer, the first one first."""
    weights = [layer.ffn.net[3].weight for layer in model.layers]
    gradients = torch.autograd.grad(loss_fn(model(x)), weights)
    return [gradient.norm().item() for gradient in gradients]
