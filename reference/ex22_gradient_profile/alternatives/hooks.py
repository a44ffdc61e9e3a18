"""Catches each gradient in a hook on its weight."""


def ffn_grad_profile(model, x, loss_fn):
    caught = {}
    handles = []
    for i, layer in enumerate(model.layers):
        weight = layer.ffn.net[3].weight
        handles.append(
            weight.register_hook(
                lambda g, i=i: caught.__setitem__(i, g.flatten().dot(g.flatten()).sqrt().item())
            )
        )
    model.zero_grad()
    loss_fn(model(x)).backward()
    for handle in handles:
        handle.remove()
    model.zero_grad()
    return [caught[i] for i in range(len(model.layers))]
