# exercise: 22
# fault: the mean instead of the sum under the root, an RMS of the entries | line: 14
# fault: one backward pass (and forward pass) per layer | line: 12
import torch


def ffn_grad_profile(model, x, loss_fn):
    values = []
    model.zero_grad()
    for layer in model.layers:
        model.zero_grad()
        loss_fn(model(x)).backward()
        g = layer.ffn.net[3].weight.grad
        values.append(g.pow(2).mean().sqrt().item())
    return values
