"""The largest singular value instead of the Frobenius norm."""

import torch


def ffn_grad_profile(model, x, loss_fn):
    weights = [layer.ffn.net[3].weight for layer in model.layers]
    return [
        torch.linalg.matrix_norm(g, ord=2).item() for g in torch.autograd.grad(loss_fn(model(x)), weights)
    ]
