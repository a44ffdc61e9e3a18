# expect: runtime_error
# says: backward() starts from one number
import torch


def ffn_grad_profile(model, x, loss_fn):
    model.zero_grad()
    model(x).backward()
    return [layer.ffn.net[3].weight.grad.norm().item() for layer in model.layers]
