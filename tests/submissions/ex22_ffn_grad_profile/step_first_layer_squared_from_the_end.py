# expect: prof-first-linear-instead + prof-squared-norm + prof-order-reversed
# says: line 11
import torch


def ffn_grad_profile(model, x, loss_fn):
    matrices = [block.ffn.net[0].weight for block in model.layers]
    slopes = torch.autograd.grad(loss_fn(model(x)), matrices)
    found = []
    for slope in reversed(slopes):
        found.append((slope * slope).sum().item())
    return found
