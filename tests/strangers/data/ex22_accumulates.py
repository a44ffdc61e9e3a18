# exercise: 22
# fault: the old gradients are not cleared, so a second call adds to the first | line: 7
import torch


def ffn_grad_profile(model, x, loss_fn):
    loss = loss_fn(model(x))
    loss.backward()
    return [layer.ffn.net[3].weight.grad.norm().item() for layer in model.layers]
