"""The gradients of exercise 22's model, right ones beside what is taken for them."""

from collections.abc import Sequence

import torch
from torch import Tensor

from grader.authoring import Call, Case

from .cases import PARAMETERS

Weights = Sequence[Sequence[Tensor]]


def known_values(case: Case) -> dict[str, Tensor]:
    """Of the last call, each [L, ...]: the parameters, their gradients, all of a layer in a row; other gradients."""
    model, earlier, last = case.steps
    layers: Weights = [[w.clone().requires_grad_() for w in row] for row in model.probe.values["layers"]]
    before, right, alone = (
        _slopes(layers, *each) for each in ((earlier, False), (last, False), (last, True))
    )
    summed = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(before, right, strict=True)]
    own = dict(zip(PARAMETERS, (torch.stack(row).detach() for row in zip(*layers, strict=True)), strict=True))
    return own | _named(right) | _named(summed, "; accumulated") | _named(alone, "; layer by layer")


def _named(slopes: Weights, how: str = "") -> dict[str, Tensor]:
    names = (f"gradient of {name}{how}" for name in PARAMETERS)
    rows = torch.stack([torch.cat([slope.flatten() for slope in row]) for row in slopes])
    found = dict(zip(names, (torch.stack(row) for row in zip(*slopes, strict=True)), strict=True))
    return {**found, f"gradient of the layer{how}": rows}


def _slopes(layers: Weights, call: Call, alone: bool) -> Weights:
    """Of the loss at the end, or of the losses of all layers, each `alone`: nothing flows into the one before."""
    h, losses = call.kwargs["x"], []
    for w1, b1, w2, b2 in layers:
        h = h.detach() if alone else h
        h = h + torch.relu(h @ w1.mT + b1) @ w2.mT + b2
        losses.append((h * call.kwargs["loss_fn"].values["weight"]).sum())
    loss = torch.stack(losses).sum() if alone else losses[-1]
    return [torch.autograd.grad(loss, row, retain_graph=True) for row in layers]
