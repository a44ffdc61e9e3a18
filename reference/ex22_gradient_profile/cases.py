"""Cases of exercise 22: three layers of width 4 with 7 hidden units, x: [2, 5, 4]; and two layers that
are square.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import (
    Call,
    Case,
    Draw,
    Earlier,
    Make,
    Observation,
    Probe,
    Raised,
    Read,
    Value,
    plain_numbers,
)

DIM, HIDDEN, LAYERS = 4, 7, 3
PROFILE = "ffn_grad_profile"
PARAMETERS = ("net.0.weight", "net.0.bias", "net.3.weight", "net.3.bias")


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    x, model = draw.normal(2, 5, DIM), _model(draw, LAYERS, DIM, HIDDEN)
    loss = Probe("Projected", {"weight": draw.normal(2, 5, DIM)})
    yield Case("values", (model, _profile("call", x, loss)), derive=_numbers, any_form=True)
    square = (_model(draw, 2, 3, 3), _profile("call", draw.normal(3, 3, 3), Probe("MeanSquare")))
    yield Case("values", square, derive=_numbers, any_form=True, name="values_square")
    single = (_model(draw, 1, 2, 5), _profile("call", draw.normal(1, 4, 2), Probe("MeanSquare")))
    yield Case("values", single, derive=_numbers, any_form=True, name="values_one_layer")
    yield Case(
        "repeatable",
        (model, _profile("first", x, loss), _profile("second", x, loss)),
        derive=_repeats,
        any_form=True,
    )
    yield Case(
        "parameters_unchanged",
        (model, _profile("call", x, loss), *_reads(LAYERS)),
        derive=_changes(model),
        any_form=True,
    )
    yield Case("python_floats", (model, _profile("call", x, loss)), derive=_types, any_form=True)


def profiled(draw: Draw) -> tuple[Make, Call, Call]:
    """A model of three layers and two calls over it."""
    earlier, last = (
        _profile(name, draw.normal(2, 5, DIM), Probe("Projected", {"weight": draw.normal(2, 5, DIM)}))
        for name in ("earlier", "last")
    )
    return _model(draw, LAYERS, DIM, HIDDEN), earlier, last


def _model(draw: Draw, layers: int, dim: int, hidden: int) -> Make:
    """A model of residual feed-forward layers with random weights of both signs."""
    weights = tuple(
        (
            draw.normal(hidden, dim, scale=dim**-0.5),
            draw.normal(hidden, scale=0.3),
            draw.normal(dim, hidden, scale=hidden**-0.5),
            draw.normal(dim, scale=0.3),
        )
        for _ in range(layers)
    )
    return Make("model", Probe("FeedForwardStack", {"layers": weights}))


def _profile(name: str, x: Tensor, loss: Probe) -> Call:
    return Call(name, (), {"model": Earlier("model"), "x": x, "loss_fn": loss}, target=PROFILE)


def _examples() -> Iterator[Case]:
    """The statement's own examples: two layers of identity matrices."""
    eye, zero = torch.eye(2), torch.zeros(2)
    model = Make("model", Probe("FeedForwardStack", {"layers": ((eye, zero, eye, zero),) * 2}))
    x, loss = torch.tensor([[[1.0, 2.0], [3.0, -1.0]]]), Probe("MeanSquare")
    yield Case(
        "example_two_layers",
        (model, _profile("call", x, loss)),
        derive=_numbers,
        tolerance=1e-5,
        any_form=True,
    )
    calls = (_profile("first", x, loss), _profile("again", x, loss), _profile("other", -2 * x, loss))
    yield Case("example_called_again", (model, *calls), derive=_numbers, tolerance=1e-5, any_form=True)


def _numbers(seen: Observation) -> Observation:
    """What each call returned as numbers, in whatever container and type they came."""
    return {name: plain_numbers(value) for name, value in seen.items() if name.endswith(".out")}


def _repeats(seen: Observation) -> Observation:
    """Whether both calls return the same numbers, to rounding."""
    first, second = plain_numbers(seen["first.out"]), plain_numbers(seen["second.out"])
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return {"first": first, "second": second}
    alike = all(abs(a - b) <= 1e-9 * (1 + abs(a)) for a, b in zip(first, second, strict=False))
    return {"equal": alike and len(first) == len(second)}


def _reads(layers: int) -> tuple[Read, ...]:
    paths = (f"layers.{i}.ffn.{name}" for i in range(layers) for name in PARAMETERS)
    return tuple(Read(path, "attribute", path, on="model") for path in paths)


def _changes(model: Make) -> Any:
    """A derive that tells which parameters are not those that the model was made with."""
    given: Mapping[str, Tensor] = {
        f"layers.{i}.ffn.{name}": weight
        for i, weights in enumerate(model.probe.values["layers"])
        for name, weight in zip(PARAMETERS, weights, strict=True)
    }

    def changed(seen: Observation) -> Observation:
        out = seen["call.out"]
        names = tuple(path for path, weight in given.items() if _differs(seen[path], weight))
        return {"call": out if isinstance(out, Raised) else "returned", "changed": names}

    return changed


def _differs(value: Value, weight: Tensor) -> bool:
    return not isinstance(value, Tensor) or value.shape != weight.shape or not torch.equal(value, weight)


def _types(seen: Observation) -> Observation:
    """The types of the result and of what is in it."""
    out = seen["call.out"]
    if isinstance(out, Raised):
        return {"result": out}
    items = out if isinstance(out, (tuple, list)) else ()
    return {"result": type(out).__name__, "items": sorted({type(v).__name__ for v in items})}
