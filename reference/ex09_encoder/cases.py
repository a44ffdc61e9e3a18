"""Cases of exercise 9: three spying layers, B=2, S=5, D=6; each question has a case that only it disturbs."""

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Probe,
    Read,
    Reload,
    blocked,
    changed_inputs,
    gap,
    named,
)

DIM, LAYERS = 6, 3
ENTRY = "Encoder"
MASK = "source_blocked_mask"
NORM_WEIGHT, NORM_BIAS = "final_norm.weight", "final_norm.bias"
ONLY = "layer.map.weight"
"""What a stack that runs one layer again and again may call its weight."""
RANDOM = Probe("LayerFactory", {"dim": DIM})
PLAIN_NORM: dict[str, float | Tensor] = {NORM_WEIGHT: 1.0, NORM_BIAS: 0.0}


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _construction(draw)
    yield from _values(draw)
    yield from _calls(draw)
    yield from _training(draw)


def stack(draw: Draw, layers: int = LAYERS, *, fixed: Mapping[str, float | Tensor] | None = None) -> Build:
    """An encoder whose layers are born with the weights that are pushed: unregistered ones have them too."""
    weights = draw.normal(
        layers, DIM, DIM, scale=DIM**-0.5, dtype=torch.float32
    )  # .to() misses unregistered layers
    born = {f"layers.{i}.map.weight": weights[i] for i in range(layers)} | {ONLY: weights[0]}
    kwargs = {"layer_factory": Probe("LayerFactory", {"weights": weights}), "num_layers": layers, "dim": DIM}
    return Build(ENTRY, kwargs, seed=draw.seed(), weights=draw.weights(born | dict(fixed or {})))


def random_stack(draw: Draw, layers: int = LAYERS) -> Build:
    """An encoder as it is when fresh, with layers that choose their weights at random."""
    return Build(ENTRY, {"layer_factory": RANDOM, "num_layers": layers, "dim": DIM}, seed=draw.seed())


output = named("call.out")
"""The result of the call alone: how often and with what the layers were called is asked elsewhere."""


def record(seen: Observation) -> Mapping[str, Any]:
    """What the layers and their factory recorded; {} where there is nothing of that kind."""
    found = seen.get("module.probe.layer_factory")
    return found if isinstance(found, dict) else {}


def example(draw: Draw, weights: Tensor, biases: Tensor) -> Build:
    """The statement's encoder of two stand-in layers, float32."""
    kwargs = {
        "layer_factory": Probe("StandInFactory", {"weights": weights, "biases": biases}),
        "num_layers": 2,
        "dim": 3,
    }
    pushed = PLAIN_NORM | {"layer.linear.weight": weights[0], "layer.linear.bias": biases[0]}
    for i in range(2):
        pushed |= {f"layers.{i}.linear.weight": weights[i], f"layers.{i}.linear.bias": biases[i]}
    return Build(ENTRY, kwargs, "float32", seed=draw.seed(), weights=draw.weights(pushed))


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples."""
    weights = torch.tensor(
        [
            [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        ]
    )
    biases = torch.tensor([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    x = torch.tensor([[[1.0, 2.0, 3.0], [4.0, 0.0, 2.0], [0.0, 5.0, 1.0]]])
    build = example(draw, weights, biases)
    yield Case(
        "example_two_layers",
        (build, Call("call", (x,), on="module")),
        derive=output,
        tolerance=1e-5,
        exact_dtype=True,
    )
    yield Case(
        "example_two_layers_masked",
        (build, Call("call", (x, blocked("..x")), on="module")),
        derive=output,
        tolerance=1e-5,
        exact_dtype=True,
    )


def _construction(draw: Draw) -> Iterator[Case]:
    """What stands in the constructor; no forward pass."""
    yield Case(
        "uses_ModuleList_and_registers_parameters",
        (random_stack(draw), Read("layers", "torch_class", "layers"), Read("parameters", "parameters")),
        derive=_registered,
        needs_values=False,
    )
    yield distinct_layers("layers_have_independent_parameters", draw)
    yield Case(
        "layers_differ_at_initialisation",
        (
            random_stack(draw),
            *(Read(f"weight{i}", "attribute", f"layers.{i}.map.weight") for i in range(LAYERS)),
        ),
        derive=_alike,
        needs_values=False,
        any_form=True,
    )
    yield factory_calls(draw)


def _registered(seen: Observation) -> Observation:
    paths = {row[0] for row in seen["parameters"]}
    wanted = (*(f"layers.{i}.map.weight" for i in range(LAYERS)), NORM_WEIGHT, NORM_BIAS)
    return {"layers": seen["layers"], **{f"{path} is registered": path in paths for path in wanted}}


def distinct_layers(check: str, draw: Draw) -> Case:
    """No two layers hold the same parameter."""
    pairs = [(i, j) for i in range(LAYERS) for j in range(i)]
    reads = (Read(f"{j} and {i}", "same", f"layers.{j}.map.weight,layers.{i}.map.weight") for i, j in pairs)
    return Case(
        check,
        (random_stack(draw), *reads),
        derive=lambda seen: {name: value for name, value in seen.items() if "probe" not in name},
        needs_values=False,
        any_form=True,
    )


def _alike(seen: Observation) -> Observation:
    weights = [seen.get(f"weight{i}", seen.get("module.raised")) for i in range(LAYERS)]
    missing = [weight for weight in weights if not isinstance(weight, Tensor)]
    if missing:
        return {"alike": missing[0]}
    return {"alike": tuple(torch.equal(weights[i], weights[i - 1]) for i in range(1, LAYERS))}


def factory_calls(draw: Draw) -> Case:
    """How often the factory is called until the first result is there."""
    call = Call("call", (draw.normal(2, 5, DIM),), on="module")
    return Case(
        "factory_called_num_layers_times",
        (random_stack(draw), call),
        derive=lambda seen: {"made": record(seen).get("made", seen.get("module.raised"))},
        needs_values=False,
        any_form=True,
    )


def _values(draw: Draw) -> Iterator[Case]:
    """Values of whole stacks, and of the last step alone."""
    yield from value_cases(draw)
    build = stack(draw, fixed={NORM_WEIGHT: 2.0, NORM_BIAS: 0.5})
    call = Call("call", (draw.normal(2, 5, DIM),), on="module")
    yield Case(
        "output_is_layer_normalised",
        (build, call),
        derive=_statistics,
        tolerance=1e-3,
        needs_values=False,
    )
    yield zero_layers(draw)


def _statistics(seen: Observation) -> Observation:
    """How much tokens differ in mean and variance: not at all behind a norm whose weights are all equal."""
    mean, variance = seen["call.out"].mean(-1), seen["call.out"].var(-1, correction=0)
    return {"means": mean - mean[0, 0], "variances": variance - variance[0, 0]}


def value_cases(draw: Draw) -> Iterator[Case]:
    """values_no_mask and values_masked."""
    x = draw.normal(2, 5, DIM)
    no_mask = Call("call", (x,), on="module")
    yield Case("values_no_mask", (stack(draw), no_mask), derive=output, aligns=True)
    again = Call("call", (draw.normal(3, 4, DIM),), {MASK: None}, on="module")
    yield Case("values_no_mask", (stack(draw), again), derive=output, aligns=True, name="values_again")
    yield Case("values_no_mask", (stack(draw, 2), again), derive=output, name="values_two_layers")
    mask = blocked("...xx", ".x...")
    masked = Call("call", (x,), {MASK: mask}, on="module")
    yield Case("values_masked", (stack(draw), masked), derive=output)
    square = Call(
        "call", (draw.normal(DIM, DIM, DIM), blocked(*["....xx"] * 3, *[".x.x.x"] * 3)), on="module"
    )
    yield Case("values_masked", (stack(draw, DIM), square), derive=output, name="values_square")


def zero_layers(draw: Draw) -> Case:
    """final_norm(x) and nothing else; the norm is fresh: an empty stack may register what it likes."""
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")
    return Case("zero_layers", (random_stack(draw, 0), call), derive=output)


def _calls(draw: Draw) -> Iterator[Case]:
    """Each layer runs once, in the order of birth."""
    mask = blocked("...xx", ".x...")
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: mask}, on="module")
    yield Case("each_layer_called_once", (stack(draw), call), derive=_order, needs_values=False)


def _order(seen: Observation) -> Observation:
    """The places of the called layers among the called: a copy is born later, which is no fault of order."""
    order = record(seen).get("order", ())
    return {"order": tuple(sorted(set(order)).index(number) for number in order)}


def _training(draw: Draw) -> Iterator[Case]:
    """What training and saving rely on, and that x stays."""
    x = draw.normal(2, 5, DIM)
    mask = blocked("...xx", ".x...")
    slopes = Call("call", (x,), {MASK: mask}, on="module", train=True, grad=("idle",), seed=draw.seed())
    yield Case(
        "every_parameter_gets_gradient",
        (stack(draw), slopes),
        derive=lambda seen: {"idle": seen["call.grad.idle"]},
        needs_values=False,
    )
    kwargs = {"layer_factory": RANDOM, "num_layers": LAYERS, "dim": DIM}
    yield Case(
        "state_dict_round_trip",
        (
            Build(ENTRY, kwargs, seed=draw.seed(), weights=draw.weights()),
            Reload(ENTRY, kwargs, seed=draw.seed()),
            Call("first", (x,), on="module"),
            Call("second", (x,), on="reloaded"),
        ),
        derive=gap("first", "second"),
        needs_values=False,
    )
    yield Case(
        "input_not_mutated",
        (stack(draw), Call("call", (x,), {MASK: mask}, on="module", train=True)),
        derive=changed_inputs,
        needs_values=False,
    )
