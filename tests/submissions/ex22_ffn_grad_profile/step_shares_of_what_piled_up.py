# expect: prof-gradients-accumulate + prof-normalised
def ffn_grad_profile(model, x, loss_fn):
    loss_fn(model(x)).backward()
    sizes = [layer.ffn.net[3].weight.grad.norm().item() for layer in model.layers]
    total = sum(sizes)
    return [size / total for size in sizes]
