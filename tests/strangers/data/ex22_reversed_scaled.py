# exercise: 22
# fault: the list runs from the last layer to the first | line: 15
# fault: the norms are divided by the largest one | line: 14
# fault: an optimiser step changes the parameters | line: 13
import torch


def ffn_grad_profile(model, x, loss_fn):
    opt = torch.optim.SGD(model.parameters(), lr=0.01)
    opt.zero_grad()
    loss_fn(model(x)).backward()
    norms = [l.ffn.net[3].weight.grad.norm().item() for l in model.layers]
    opt.step()
    top = max(norms)
    return [n / top for n in reversed(norms)]
