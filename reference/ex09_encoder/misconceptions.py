"""Known-wrong stacks: one for each id of the catalogue, other ways to write them, and several at once."""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

from torch import Tensor, nn

Namespace = Mapping[str, Any]
Mask = Tensor | None


@dataclass(frozen=True)
class Choices:
    """A stack by the choices that people get wrong; the defaults are right.

    `make`: each, repeated, copied, looped. `hold`: modules, list. `mask`: all, first, none. `flow`: chain,
    input, reversed, doubled. `norm`: end, skipped, every, before, "end and x", "of sum with x".
    """

    make: str = "each"
    hold: str = "modules"
    mask: str = "all"
    flow: str = "chain"
    norm: str = "end"


class _Faulty(nn.Module):
    """An encoder by `choices`."""

    choices = Choices()

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__()
        layers = self.made(layer_factory, num_layers)
        self.num_layers = num_layers
        self.layers = list(layers) if self.choices.hold == "list" else nn.ModuleList(layers)
        self.final_norm = nn.LayerNorm(dim)

    def made(self, layer_factory: Callable[[], nn.Module], num_layers: int) -> Sequence[nn.Module]:
        """The layers that the constructor makes."""
        if self.choices.make == "each":
            return [layer_factory() for _ in range(num_layers)]
        layer = layer_factory()
        if self.choices.make == "copied":
            return [copy.deepcopy(layer) for _ in range(num_layers)]
        return [layer] * (1 if self.choices.make == "looped" else num_layers)

    def order(self) -> Sequence[nn.Module]:
        """The layers as they are run."""
        layers = list(self.layers)
        if self.choices.make == "looped":
            layers = layers * self.num_layers
        return layers[::-1] if self.choices.flow == "reversed" else layers

    def forward(self, x: Tensor, source_blocked_mask: Mask = None) -> Tensor:
        chosen = self.choices
        h = self.final_norm(x) if chosen.norm == "before" else x
        start = h
        for i, layer in enumerate(self.order()):
            masked = chosen.mask == "all" or (chosen.mask == "first" and i == 0)
            before = start if chosen.flow == "input" else h
            h = layer(before, source_blocked_mask if masked else None)
            h = h + before if chosen.flow == "doubled" else h
            h = self.final_norm(h) if chosen.norm == "every" else h
        if chosen.norm == "end":
            return self.final_norm(h)
        if chosen.norm == "end and x":
            return self.final_norm(h) + x
        return self.final_norm(h + x) if chosen.norm == "of sum with x" else h


def encoder(choices: Choices) -> Namespace:
    """The encoder with these choices."""
    return {"Encoder": type("Encoder", (_Faulty,), {"choices": choices})}


FAULTS: Mapping[str, Mapping[str, str]] = {
    "make": {
        "stack-same-layer-repeated": "repeated",
        "stack-one-layer-looped": "looped",
        "stack-deepcopied-layers": "copied",
    },
    "hold": {"stack-python-list": "list"},
    "mask": {"stack-mask-first-layer-only": "first", "stack-mask-not-forwarded": "none"},
    "flow": {
        "stack-every-layer-gets-input": "input",
        "stack-reversed-order": "reversed",
        "stack-double-residual": "doubled",
    },
    "norm": {
        "stack-final-norm-skipped": "skipped",
        "stack-norm-after-every-layer": "every",
        "stack-norm-before-layers": "before",
        "stack-extra-global-skip": "end and x",
    },
}
"""Choice -> id -> what is chosen."""

MISCONCEPTIONS: Mapping[str, Namespace] = {
    fault: encoder(replace(Choices(), **{choice: chosen}))
    for choice, faults in FAULTS.items()
    for fault, chosen in faults.items()
}


class _OneLayer(_Faulty):
    """One layer under a name of its own, run `num_layers` times."""

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__(layer_factory, 0, dim)
        del self.layers
        self.layer = layer_factory()
        self.num_layers = num_layers

    def order(self) -> Sequence[nn.Module]:
        return [self.layer] * self.num_layers


class _CopiesBesideTheFirst(_Faulty):
    def made(self, layer_factory: Callable[[], nn.Module], num_layers: int) -> Sequence[nn.Module]:
        first = layer_factory()
        return [first, *(copy.deepcopy(first) for _ in range(num_layers - 1))][:num_layers]


class _LastOfInput(_Faulty):
    """Every layer reads x; without layers there is no result."""

    def forward(self, x: Tensor, source_blocked_mask: Mask = None) -> Tensor:
        for layer in self.layers:
            y = layer(x, source_blocked_mask)
        return self.final_norm(y)


class _NormInAndBehindTheLoop(_Faulty):
    def forward(self, x: Tensor, source_blocked_mask: Mask = None) -> Tensor:
        for layer in self.layers:
            x = self.final_norm(layer(x, source_blocked_mask))
        return self.final_norm(x)


class _WithoutNorm(_Faulty):
    """No norm at all, not even an unused one."""

    choices = Choices(norm="skipped")

    def __init__(self, layer_factory: Callable[[], nn.Module], num_layers: int, dim: int) -> None:
        super().__init__(layer_factory, num_layers, dim)
        del self.final_norm


VARIANTS: Sequence[tuple[str, Namespace]] = (
    ("stack-one-layer-looped", {"Encoder": _OneLayer}),
    ("stack-deepcopied-layers", {"Encoder": _CopiesBesideTheFirst}),
    ("stack-every-layer-gets-input", {"Encoder": _LastOfInput}),
    ("stack-norm-after-every-layer", {"Encoder": _NormInAndBehindTheLoop}),
    ("stack-final-norm-skipped", {"Encoder": _WithoutNorm}),
    ("stack-extra-global-skip", encoder(Choices(norm="of sum with x"))),
)


PLANTED = frozenset(
    {
        "stack-same-layer-repeated",
        "stack-python-list",
        "stack-mask-not-forwarded",
        "stack-final-norm-skipped",
    }
)
"""The four bugs of exercise 19."""


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Every pair of faults that can be seen together, and what is left of the planted four."""
    options = [[("", getattr(Choices(), f.name)), *FAULTS[f.name].items()] for f in fields(Choices)]
    for chosen in product(*options):
        names = tuple(fault for fault, _ in chosen if fault)
        if (len(names) == 2 and _visible(chosen)) or (len(names) > 2 and PLANTED.issuperset(names)):
            yield names, encoder(Choices(*(value for _, value in chosen)))


def _visible(choices: Sequence[tuple[str, str]]) -> bool:
    """Whether each fault shows: one layer has no order; which layer is masked shows only in a chain."""
    make, hold, mask, flow, _ = (value for _, value in choices)
    shared = make in {"repeated", "looped"}
    return (
        not (shared and flow == "reversed")
        and not (make == "looped" and hold == "list")
        and not (flow == "input" and mask == "first")
    )
