# exercise: 22
# fault: torch.linalg.matrix_norm with ord=2 is the spectral norm, not the Frobenius norm | line: 9
import torch


def ffn_grad_profile(model, x, loss_fn):
    targets = [layer.ffn.net[3].weight for layer in model.layers]
    grads = torch.autograd.grad(loss_fn(model(x)), targets)
    return [torch.linalg.matrix_norm(g, ord=2).item() for g in grads]
