"""Cases of exercise 14: tokens with and without a mean, tokens as small as eps, a random weight."""

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Read,
    changed_inputs,
    gap,
    gradients,
    with_token,
)

DIM = 6
SIZES = {"dim": DIM}
MEAN, SPREAD = 1.0, 1.5
EPS_ROUNDED = 1e-7
"""Tolerance where eps is as large as the variance: room for who keeps eps in a tensor of float32."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _values(draw)
    small = _input(draw, 2, 3) * 1e-3
    yield Case("values_small_rms", (_build(draw), _call("call", small)), tolerance=EPS_ROUNDED)
    yield Case(
        "only_weight_parameter",
        (Build("RMSNorm", SIZES, seed=draw.seed()), Read("parameters", "parameters")),
        derive=lambda seen: {"shapes": tuple(row[1:3] for row in seen["parameters"])},
        needs_values=False,
    )
    yield _invariance(draw, 50 * _input(draw, 2, 3))
    for shape, name in (((2, 5), ""), ((DIM, DIM), "centred_square")):
        x = _input(draw, *shape)
        centred = x - x.mean(dim=-1, keepdim=True)
        yield Case("equals_layernorm_on_centred_input", (_build(draw), _call("call", centred)), name=name)
    for shape, name in (((2, 5), ""), ((DIM, DIM), "token_independent_square")):
        yield _independence(draw, shape, name)
    yield _large_half(draw)
    x = _input(draw, 2, 3)
    x[:, 1] = 0.0
    yield Case(
        "zero_row_stays_zero",
        (_build(draw), _call("call", x)),
        derive=lambda seen: {"row": seen["call.out"][:, 1]},
        needs_values=False,
    )
    for name, tokens in (("", _input(draw, 2, 3)), ("gradients_with_a_zero_row", x)):
        call = Call("call", (tokens,), on="module", grad=("0", "parameters"), seed=draw.seed())
        yield Case(
            "gradients_vs_reference", (_build(draw), call), derive=gradients, tolerance=EPS_ROUNDED, name=name
        )
    yield _mutation(draw, _input(draw, 2, 3))


def _build(
    draw: Draw, more: Mapping[str, Any] | None = None, dtype: str = "float64", name: str = "module"
) -> Build:
    kwargs = {**SIZES, **(more or {})}
    return Build("RMSNorm", kwargs, dtype=dtype, seed=draw.seed(), weights=draw.weights(), name=name)


def _call(name: str, x: Tensor, on: str = "module") -> Call:
    return Call(name, (x,), on=on)


def _input(draw: Draw, *leading: int) -> Tensor:
    return draw.normal(*leading, DIM, mean=MEAN, scale=SPREAD)


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples, in float32."""
    rows = [[1.0, 2.0, 3.0, 4.0], [6.0, 7.0, 8.0, 9.0], [0.001, -0.001, 0.001, 0.001], [0.0] * 4]
    fresh = Build("RMSNorm", {"dim": 4}, dtype="float32", seed=draw.seed())
    yield Case(
        "example_four_tokens", (fresh, _call("call", torch.tensor(rows))), tolerance=1e-5, needs_values=False
    )
    x = torch.tensor([[[3.0, 0.0, 4.0], [-1.0, 2.0, -2.0]], [[30.0, 0.0, 40.0], [5.0, 5.0, 5.0]]])
    weights = draw.weights({"weight": torch.tensor([1.0, 2.0, -0.5])})
    trained = Build("RMSNorm", {"dim": 3}, dtype="float32", weights=weights)
    yield Case("example_trained_weight", (trained, _call("call", x)), tolerance=1e-5)


def _values(draw: Draw) -> Iterator[Case]:
    yield Case("values", (_build(draw), _call("call", _input(draw, 2, 5))), aligns=True)
    yield Case("values", (_build(draw), _call("call", _input(draw, 3, 4))), aligns=True, name="values_again")
    ranks = (_input(draw), _input(draw, 4), _input(draw, DIM, DIM), _input(draw, 2, 3, 4))
    steps = (_build(draw), *(_call(f"rank{x.dim()}", x) for x in ranks))
    yield Case("values", steps, name="values_any_rank")
    larger = _build(draw, {"eps": 0.25})
    yield Case("values", (larger, _call("call", _input(draw, 2, 5))), name="values_larger_eps")


def _invariance(draw: Draw, x: Tensor) -> Case:
    """Large tokens, so that eps hides neither property."""
    steps = (_call("call", x), _call("scaled", 3 * x), _call("shifted", x + 50.0))
    return Case(
        "scale_invariant_not_shift_invariant",
        (_build(draw), *steps),
        derive=lambda seen: {
            "scaling": seen["call.out"] - seen["scaled.out"],
            "a shift shows": bool((seen["call.out"] - seen["shifted.out"]).abs().max() > 1e-2),
        },
        tolerance=1e-6,
        needs_values=False,
    )


def _independence(draw: Draw, shape: tuple[int, int], name: str) -> Case:
    x = _input(draw, *shape)
    moved, others = with_token(x, 0, 1, 3.0 * draw.normal(DIM))
    return Case(
        "token_independent",
        (_build(draw), _call("call", x), _call("moved", moved)),
        derive=gap("call", "moved", at=others),
        needs_values=False,
        name=name,
    )


def _large_half(draw: Draw) -> Case:
    """Every token has squares beyond 65504, the largest number of float16."""
    x = draw.normal(2, 3, DIM, scale=1000.0)
    x[..., 0] = 2000.0
    steps = (_build(draw, dtype="float16"), _call("call", x.to(torch.float16)))
    return Case("fp16_large_values_finite", steps, tolerance=1e-2, exact_dtype=True)


def _mutation(draw: Draw, x: Tensor) -> Case:
    names = ("float64", "float32", "float16")
    builds = (_build(draw, dtype=name, name=name) for name in names)
    calls = (_call(f"call_{name}", x.to(getattr(torch, name)), name) for name in names)
    return Case(
        "input_not_mutated",
        (*builds, *calls),
        derive=changed_inputs,
        any_form=True,
        needs_values=False,
    )
