"""Uses backward with .grad set aside and given back; numbers by numpy."""

import numpy as np
import torch


def ffn_grad_profile(model, x, loss_fn):
    parameters = list(model.parameters())
    kept = [p.grad for p in parameters]
    for p in parameters:
        p.grad = None
    with torch.enable_grad():
        torch.autograd.backward(loss_fn(model(x)))
    norms = [np.linalg.norm(layer.ffn.net[3].weight.grad.numpy()) for layer in model.layers]
    for p, g in zip(parameters, kept, strict=True):
        p.grad = g
    return [float(n) for n in norms]
