# exercise: 22
# fault: the forward pass runs under no_grad, so backward raises RuntimeError | line: 8
import torch


def ffn_grad_profile(model, x, loss_fn):
    model.zero_grad()
    with torch.no_grad():
        out = model(x)
    loss_fn(out).backward()
    return [block.ffn.net[3].weight.grad.pow(2).sum().sqrt().item() for block in model.layers]
