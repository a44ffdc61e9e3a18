"""Never asks the loss function: the gradient of the sum of the outputs."""

import torch


def ffn_grad_profile(model, x, loss_fn):
    weights = [layer.ffn.net[3].weight for layer in model.layers]
    return [g.norm().item() for g in torch.autograd.grad(model(x).sum(), weights)]
