"""Asked of exercise 22: the Frobenius norm of the gradient of each layer's second FFN weight, first layer first."""

from torch import Tensor, autograd, cat, relu, stack

from grader.authoring import Asked, Case, Draw, apply, known

from .cases import PARAMETERS, profiled


def case(draw: Draw) -> Case:
    """One call over three layers of width 4 with 7 hidden units, x: [2, 5, 4]."""
    return Case("computation", profiled(draw))


def known_values(case: Case) -> dict[str, Tensor]:
    """Each parameter of the layers with its gradient, and all gradients of a layer in a row: [L, ...]."""
    model, call = case.steps
    layers = [[w.clone().requires_grad_() for w in weights] for weights in model.probe.values["layers"]]
    h = call.kwargs["x"]
    for w1, b1, w2, b2 in layers:
        h = h + relu(h @ w1.mT + b1) @ w2.mT + b2
    loss = (h * call.kwargs["loss_fn"].values["weight"]).sum()
    slopes = [autograd.grad(loss, weights, retain_graph=True) for weights in layers]
    found = {
        f"gradient of {name}": stack(row)
        for name, row in zip(PARAMETERS, zip(*slopes, strict=True), strict=True)
    }
    found |= {
        name: stack(row).detach() for name, row in zip(PARAMETERS, zip(*layers, strict=True), strict=True)
    }
    return found | {"gradient of the layer": stack([cat([g.flatten() for g in row]) for row in slopes])}


def computation() -> Asked:
    """The list."""
    return apply("listed", apply("length", known("gradient of net.3.weight")).named("norms")).named("y")
