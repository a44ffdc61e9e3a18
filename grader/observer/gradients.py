"""The gradients that a call is asked for: of its arguments, of parameters by path, along a direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from grader.domain.case import Call, Value
from grader.observer.module_view import attribute, named_parameters


def record_gradients(
    seen: dict[str, Value],
    step: Call,
    out: Any,
    tensors: Mapping[str, Tensor],
    module: Any,
    direction: Mapping[str, Value],
) -> None:
    """Put what a call's `grad` asks for into `seen`, by the names under which it is observed (see `Call`).

    `tensors` are the call's arguments by label, of any shape; each gradient has the shape of its tensor.
    """
    parameters = (
        {p: t for p, t in named_parameters(module).items() if p in direction}
        if "parameters" in step.grad
        else {}
    )
    at: dict[str, Tensor] = {
        label: attribute(module, label[3:]) for label in step.grad if label.startswith("at ")
    }
    leaves = {label: {**tensors, **at}[label] for label in step.grad if label in tensors or label in at}
    wanted = [*leaves.values(), *parameters.values()]
    picked = step.grad_item is not None and isinstance(out, (tuple, list)) and len(out) > step.grad_item
    loss = projection(out[step.grad_item] if picked else out, step.seed)
    seen[f"{step.name}.differentiable"] = loss is not None and loss.requires_grad
    if loss is None or not loss.requires_grad:
        found: Sequence[Tensor | None] = [None] * len(wanted)
    elif wanted:
        found = torch.autograd.grad(loss, wanted, allow_unused=True, retain_graph="idle" in step.grad)
    else:
        found = []
    grads = [g if g is not None else torch.zeros_like(w) for g, w in zip(found, wanted, strict=True)]
    for label in leaves:
        seen[f"{step.name}.grad.{label}"] = grads.pop(0)
    if "parameters" in step.grad:
        slope = sum(
            float((g.double() * direction[p].double()).sum()) for p, g in zip(parameters, grads, strict=True)
        )
        seen[f"{step.name}.grad.parameters"] = torch.tensor(slope, dtype=torch.float64)
    if "idle" in step.grad:
        seen[f"{step.name}.grad.idle"] = _count_idle(module, loss)


def projection(out: Any, seed: int) -> Tensor | None:
    """A fixed random linear functional of every floating tensor in `out`, drawn in float64 from `seed`."""
    generator = torch.Generator().manual_seed(seed)
    total = None
    for tensor in floats(out):
        weight = torch.randn(tensor.shape, generator=generator, dtype=torch.float64).to(tensor.dtype)
        term = (tensor * weight).sum()
        total = term if total is None else total + term
    return total


def floats(out: Any) -> Iterator[Tensor]:
    """Every floating tensor in a result, in order."""
    if isinstance(out, Tensor):
        if out.is_floating_point():
            yield out
    elif isinstance(out, (tuple, list)):
        for item in out:
            yield from floats(item)


def _count_idle(module: Any, loss: Tensor | None) -> int:
    """How many distinct parameters the loss does not depend on, those that are not trained among them."""
    parameters = list(module.parameters()) if isinstance(module, nn.Module) else []
    trained = [p for p in parameters if p.requires_grad]
    if loss is None or not loss.requires_grad or not trained:
        return len(parameters)
    found = torch.autograd.grad(loss, trained, allow_unused=True)
    return len(parameters) - sum(g is not None for g in found)
