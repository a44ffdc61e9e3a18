# exercise: 22
# fault: the norm of the weight is returned instead of that of its gradient | line: 13
import torch


def ffn_grad_profile(model, x, loss_fn):
    model.zero_grad()
    loss = loss_fn(model(x))
    loss.backward()
    result = []
    for i in range(len(model.layers)):
        w = model.layers[i].ffn.net[3].weight
        result.append(float(torch.linalg.norm(w.detach())))
    return result
