"""The gradients of the biases."""

import torch


def ffn_grad_profile(model, x, loss_fn):
    weights = [layer.ffn.net[3].bias for layer in model.layers]
    return [g.norm().item() for g in torch.autograd.grad(loss_fn(model(x)), weights)]
