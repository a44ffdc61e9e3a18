"""Known-wrong gradient profiles, one for each id of the catalogue, and pairs of faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

Namespace = Mapping[str, Any]
Loss = Callable[[Tensor], Tensor]


def _second(layer: Any) -> list[Tensor]:
    return [layer.ffn.net[3].weight]


def _first(layer: Any) -> list[Tensor]:
    return [layer.ffn.net[0].weight]


def _all(layer: Any) -> list[Tensor]:
    return list(layer.parameters())


def _norm(tensors: Sequence[Tensor]) -> float:
    return float(sum(t.square().sum() for t in tensors)) ** 0.5


def _squared(tensors: Sequence[Tensor]) -> float:
    return float(sum(t.square().sum() for t in tensors))


def _mean_absolute(tensors: Sequence[Tensor]) -> float:
    return float(torch.cat([t.flatten() for t in tensors]).abs().mean())


def _shares(values: list[float]) -> list[float]:
    return [value / sum(values) for value in values]


@dataclass(frozen=True)
class Faults:
    """What to measure of each layer and how, what to do with the list, and what is left behind."""

    pick: Callable[[Any], list[Tensor]] = _second
    measure: Callable[[Sequence[Tensor]], float] = _norm
    after: Callable[[list[float]], list[float]] = list
    of_weights: bool = False
    clear: bool = True
    step: float = 0.0
    detached: bool = False
    adam: bool = False

    def namespace(self) -> Namespace:
        """The entry with these faults."""
        faults = self

        def ffn_grad_profile(model: Any, x: Tensor, loss_fn: Loss) -> list[float]:
            if faults.clear:
                model.zero_grad()
            loss = _sum_of_losses(model, x, loss_fn) if faults.detached else loss_fn(model(x))
            loss.backward()
            picked = [faults.pick(layer) for layer in model.layers]
            measured = [
                [t.detach() if faults.of_weights else _gradient(t) for t in tensors] for tensors in picked
            ]
            values = [faults.measure(tensors) for tensors in measured]
            if faults.step:
                _take_step(model, faults.step, adam=faults.adam)
            return faults.after(values)

        return {"ffn_grad_profile": ffn_grad_profile}


def _gradient(parameter: Tensor) -> Tensor:
    return torch.zeros_like(parameter) if parameter.grad is None else parameter.grad


def _sum_of_losses(model: Any, x: Tensor, loss_fn: Loss) -> Tensor:
    """A loss of each layer's own output, nothing flowing from one layer into the one before."""
    losses = []
    for layer in model.layers:
        x = layer(x.detach())
        losses.append(loss_fn(x))
    return torch.stack(losses).sum()


def _take_step(model: Any, rate: float, *, adam: bool) -> None:
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.grad is not None:  # the first step of Adam moves every entry by the rate
                slope = parameter.grad / (parameter.grad.abs() + 1e-8) if adam else parameter.grad
                parameter -= rate * slope


def _reverse(values: list[float]) -> list[float]:
    return values[::-1]


SINGLE: Mapping[str, Faults] = {
    "prof-gradients-accumulate": Faults(clear=False),
    "prof-parameter-norms": Faults(of_weights=True),
    "prof-order-reversed": Faults(after=_reverse),
    "prof-first-linear-instead": Faults(pick=_first),
    "prof-squared-norm": Faults(measure=_squared),
    "prof-mean-absolute": Faults(measure=_mean_absolute),
    "prof-whole-layer-norm": Faults(pick=_all),
    "prof-normalised": Faults(after=_shares),
    "prof-takes-a-step": Faults(step=0.01),
    "prof-layers-detached": Faults(detached=True),
}

MISCONCEPTIONS: Mapping[str, Namespace] = {fault: faults.namespace() for fault, faults in SINGLE.items()}


def _by_largest(values: list[float]) -> list[float]:
    return [value / max(values) for value in values]


def _last_layer_only(model: Any, x: Tensor, loss_fn: Loss) -> list[float]:
    """Detaches what goes into each layer, but has one loss at the end: all layers but the last get
    nothing.
    """
    h = x
    for layer in model.layers:
        h = layer(h.detach())
    weights = [layer.ffn.net[3].weight for layer in model.layers]
    found = torch.autograd.grad(loss_fn(h), weights, allow_unused=True)
    return [0.0 if g is None else float(g.norm()) for g in found]


VARIANTS: Sequence[tuple[str, Namespace]] = (
    *(("prof-takes-a-step", Faults(step=rate).namespace()) for rate in (0.1, 1e-3, 1e-4, 1.0, 0.05)),
    *(("prof-takes-a-step", Faults(step=rate, adam=True).namespace()) for rate in (1e-3, 0.01, 3e-4, 1e-4)),
    ("prof-normalised", Faults(after=_by_largest).namespace()),
    ("prof-layers-detached", {"ffn_grad_profile": _last_layer_only}),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """A step hides what accumulates; every other pair is read off its steps."""
    for rate in (0.01, 0.1, 1e-3):
        yield ("prof-gradients-accumulate", "prof-takes-a-step"), Faults(clear=False, step=rate).namespace()
