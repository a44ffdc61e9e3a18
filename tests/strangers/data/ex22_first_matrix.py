# exercise: 22
# fault: the gradient of the first FFN matrix, net[0], is measured | line: 13
# fault: the norms are tensors, not floats | line: 14
import torch


def ffn_grad_profile(model, x, loss_fn):
    model.zero_grad(set_to_none=True)
    out = model(x)
    loss_fn(out).backward()
    profile = []
    for layer in model.layers:
        g = layer.ffn.net[0].weight.grad
        profile.append(g.norm())
    return profile
