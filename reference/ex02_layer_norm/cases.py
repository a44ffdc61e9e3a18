"""Cases of exercise 2: random gamma and beta, since their first values hide half of the faults."""

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
    Read,
    Reload,
    alike,
    changed_inputs,
    gap,
    gradients,
    same_values,
)

DIM = 6
SIZES = {"dim": DIM}
MEAN, SPREAD = 0.8, 1.7
PLAIN = {"gamma": 1.0, "beta": 0.0}
SHOWN = 1e-5
"""Tolerance of the examples: a fault of eps alone is told, and paid for, by the cases about eps."""
EPS_ROUNDED = 1e-7
"""Tolerance where eps is as large as the variance: room for who keeps eps in a tensor of float32."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield _registers(draw)
    yield _initial(draw)
    yield from _values(draw)
    yield _gradients(draw)
    yield _train_and_eval(draw)
    yield _round_trip(draw)
    yield _default_eps(draw)
    x = _input(draw, 2, 3)
    yield Case(
        "input_not_mutated",
        (_build(draw), _call("eval", x), _call("train", x, train=True)),
        derive=changed_inputs,
        needs_values=False,
    )


def _build(draw: Draw, kwargs: Mapping[str, Any] = SIZES, **fixed: float) -> Build:
    return Build("LayerNorm", kwargs, seed=draw.seed(), weights=draw.weights(fixed))


def _call(name: str, x: Tensor, on: str = "module", *, train: bool = False) -> Call:
    return Call(name, (x,), on=on, train=train)


def _input(draw: Draw, *leading: int, scale: float = SPREAD) -> Tensor:
    return draw.normal(*leading, DIM, mean=MEAN, scale=scale)


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples, in float32."""
    x = torch.tensor([[1.0, 2.0, 3.0, 6.0], [0.5, 0.5, 0.5, 2.5]])
    fresh = Build("LayerNorm", {"dim": 4}, dtype="float32", seed=draw.seed())
    yield Case("example_fresh_module", (fresh, _call("call", x)), tolerance=SHOWN, needs_values=False)
    changed = {"gamma": torch.tensor([1.0, 2.0, 0.5, 1.0]), "beta": torch.tensor([0.0, 0.5, -1.0, 2.0])}
    trained = Build("LayerNorm", {"dim": 4}, dtype="float32", weights=draw.weights(changed))
    yield Case("example_trained_module", (trained, _call("call", x)), tolerance=SHOWN)


def _registers(draw: Draw) -> Case:
    build = Build("LayerNorm", SIZES, seed=draw.seed())
    return Case(
        "constructs_and_registers_two_parameters",
        (build, Read("parameters", "parameters")),
        derive=lambda seen: {"parameters": tuple(sorted(row[:3] for row in seen["parameters"]))},
        needs_values=False,
    )


def _initial(draw: Draw) -> Case:
    """A fresh module against itself with gamma 1 and beta 0; x and -x tell gain from offset."""
    x = _input(draw, 2, 3)
    fresh = Build("LayerNorm", SIZES, seed=draw.seed(), name="fresh")
    plain = Build("LayerNorm", SIZES, seed=draw.seed(), weights=draw.weights(PLAIN), name="plain")
    calls = (_call(f"{on}{sign}", sign * x, on) for on in ("fresh", "plain") for sign in (1, -1))
    return Case("initial_identity_affine", (fresh, plain, *calls), derive=_first_values)


def _first_values(seen: Observation) -> Observation:
    def parts(on: str) -> tuple[Tensor, Tensor]:
        there, back = seen[f"{on}1.out"], seen[f"{on}-1.out"]
        return (there - back) / 2, (there + back) / 2

    (gain, offset), (plain_gain, plain_offset) = parts("fresh"), parts("plain")
    return {
        "gain": "0" if alike(gain, 0 * gain) else "1" if alike(gain, plain_gain) else "another",
        "offset": "0"
        if alike(offset, plain_offset)
        else "1"
        if alike(offset, plain_offset + 1)
        else "another",
    }


def _values(draw: Draw) -> Iterator[Case]:
    yield Case("values_random_affine", (_build(draw), _call("call", _input(draw, 2, 5))), aligns=True)
    yield Case(
        "values_random_affine",
        (_build(draw), _call("call", _input(draw, 3, 4))),
        aligns=True,
        name="values_again",
    )
    ranks = (_input(draw), _input(draw, 4), _input(draw, DIM, DIM), _input(draw, 2, 3, 4))
    yield Case(
        "values_random_affine",
        (_build(draw), *(_call(f"rank{x.dim()}", x) for x in ranks)),
        name="values_any_rank",
    )
    larger = _build(draw, SIZES | {"eps": 0.25})
    yield Case("values_random_affine", (larger, _call("call", _input(draw, 2, 5))), name="values_larger_eps")
    small = _call("call", _input(draw, 2, 3, scale=3e-3))
    yield Case("values_small_variance", (_build(draw), small), tolerance=EPS_ROUNDED)


def _gradients(draw: Draw) -> Case:
    call = Call("call", (_input(draw, 2, 3),), on="module", grad=("0", "parameters"), seed=draw.seed())
    return Case(
        "gradients_vs_reference",
        (_build(draw), call),
        derive=gradients,
    )


def _train_and_eval(draw: Draw) -> Case:
    x, other = _input(draw, 2, 3), _input(draw, 2, 3, scale=3.0)
    steps = (
        _call("first", x, train=True),
        _call("other", other, train=True),
        _call("eval", x),
        _call("again", x, train=True),
    )
    return Case(
        "train_equals_eval",
        (_build(draw), *steps),
        derive=same_values("eval", "first", "again"),
        needs_values=False,
    )


def _round_trip(draw: Draw) -> Case:
    x = _input(draw, 2, 3)
    return Case(
        "state_dict_round_trip",
        (
            _build(draw),
            Read("keys", "state_keys"),
            Reload("LayerNorm", SIZES, seed=draw.seed()),
            _call("first", x),
            _call("second", x, "reloaded"),
        ),
        derive=lambda seen: {
            "keys are gamma and beta": set(seen["keys"]) == {"gamma", "beta"},
            "gap": seen["first.out"] - seen["second.out"],
        },
        needs_values=False,
    )


def _default_eps(draw: Draw) -> Case:
    """Without the argument the module does what it does with 1e-5, whatever that is."""
    weights, x = draw.weights(), _input(draw, 2, 3, scale=3e-3)
    default = Build("LayerNorm", SIZES, weights=weights, name="default")
    explicit = Build("LayerNorm", SIZES | {"eps": 1e-5}, weights=weights, name="explicit")
    return Case(
        "default_eps_is_1e-5",
        (default, explicit, _call("unsaid", x, "default"), _call("said", x, "explicit")),
        derive=gap("unsaid", "said"),
        needs_values=False,
    )
