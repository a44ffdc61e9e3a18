"""Cases of exercise 17: gelu on the whole line; D=6, F=10 and D = F = S for the gated network."""

from collections.abc import Iterator

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
    trained_numbers,
    with_token,
)

DIM, HIDDEN = 6, 10
SIZES = {"dim": DIM, "hidden_dim": HIDDEN}
SQUARE = {"dim": 4, "hidden_dim": 4}
GATE, UP, DOWN = "gate_proj.weight", "up_proj.weight", "down_proj.weight"
SEVEN = 1e-7
"""A root of 2 in float32 is off by 2e-8, and no fault; the tanh formula is off by 1.5e-4 at -1."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _gelu(draw)
    yield Case(
        "gelu_at_minus_one", (_gelu_call("call", torch.tensor([-1.0], dtype=torch.float64)),), tolerance=SEVEN
    )
    yield Case("swiglu_values", (_build(draw), _call("call", _input(draw, 2, 5))), aligns=True)
    yield Case(
        "swiglu_values", (_build(draw), _call("call", _input(draw, 3, 4))), aligns=True, name="swiglu_again"
    )
    square = Build("SwiGLUFeedForward", SQUARE, seed=draw.seed(), weights=draw.weights(scale=2.0))
    yield Case("swiglu_values", (square, _call("call", draw.normal(4, 4, 4))), name="swiglu_square")
    yield Case(
        "swiglu_parameter_count",
        (Build("SwiGLUFeedForward", SIZES, seed=draw.seed()), Read("parameters", "parameters")),
        derive=trained_numbers,
        needs_values=False,
    )
    yield from _positions(draw)
    yield from _gradients(draw)
    yield _mutation(draw)


def _build(draw: Draw, dtype: str = "float64", name: str = "module") -> Build:
    weights = draw.weights(scale=2.0)
    return Build("SwiGLUFeedForward", SIZES, dtype=dtype, seed=draw.seed(), weights=weights, name=name)


def _call(name: str, x: Tensor, on: str = "module") -> Call:
    return Call(name, (x,), on=on)


def _gelu_call(name: str, x: Tensor) -> Call:
    return Call(name, (x,), target="gelu")


def _input(draw: Draw, *leading: int) -> Tensor:
    return draw.normal(*leading, DIM)


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples: gelu in float64 to six digits, the network in float32."""
    x = torch.tensor([-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0], dtype=torch.float64)
    yield Case("example_gelu", (_gelu_call("call", x),), tolerance=1e-6)
    fixed = {
        GATE: torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]),
        UP: torch.tensor([[2.0, 0.0], [1.0, 1.0], [0.0, -1.0]]),
        DOWN: torch.tensor([[1.0, 0.0, 1.0], [0.0, 2.0, -1.0]]),
    }
    kwargs = {"dim": 2, "hidden_dim": 3}
    build = Build("SwiGLUFeedForward", kwargs, dtype="float32", weights=draw.weights(fixed))
    x = torch.tensor([[[1.0, 2.0], [-1.0, 0.5]]])
    yield Case("example_swiglu", (build, _call("call", x)), tolerance=1e-5)


def _gelu(draw: Draw) -> Iterator[Case]:
    """The whole line in steps of 1/16, other shapes, and the dtype."""
    line = torch.arange(-128, 129, dtype=torch.float64) / 16
    far = torch.tensor([-100.0, -20.0, 20.0, 100.0], dtype=torch.float64)
    yield Case(
        "gelu_exact", (_gelu_call("line", line), _gelu_call("far", far)), tolerance=SEVEN, exact_dtype=True
    )
    shapes = {
        "scalar": draw.normal(),
        "matrix": draw.normal(2, 3, scale=2.0),
        "four": draw.normal(2, 1, 3, 2),
    }
    steps = tuple(_gelu_call(name, x) for name, x in shapes.items())
    yield Case("gelu_exact", steps, tolerance=SEVEN, name="gelu_any_shape")
    steps = (_gelu_call("single", line[::5].float()),)
    yield Case("gelu_exact", steps, tolerance=1e-5, exact_dtype=True, name="gelu_float32")


def _positions(draw: Draw) -> Iterator[Case]:
    x = _input(draw, 2, 5)
    moved, others = with_token(x, 0, 2, draw.normal(DIM))
    yield Case(
        "swiglu_position_wise",
        (_build(draw), _call("call", x), _call("moved", moved)),
        derive=gap("call", "moved", at=others),
        needs_values=False,
    )
    vectors = _input(draw, 2, 3, 4)
    ranks = {"four": vectors, "two": vectors[1, 2], "one": vectors[1, 2, 3]}
    yield Case(
        "swiglu_position_wise",
        (_build(draw), *(_call(name, tensor) for name, tensor in ranks.items())),
        derive=lambda seen: {
            "two": seen["two.out"] - seen["four.out"][1, 2],
            "one": seen["one.out"] - seen["four.out"][1, 2, 3],
        },
        needs_values=False,
        name="swiglu_any_rank",
    )


def _gradients(draw: Draw) -> Iterator[Case]:
    line = Call("gelu", (draw.normal(40, scale=2.0),), target="gelu", grad=("0",), seed=draw.seed())
    yield Case("gradients_vs_reference", (line,), derive=gradients, tolerance=1e-6)
    call = Call("call", (_input(draw, 2, 3),), on="module", grad=("0", "parameters"), seed=draw.seed())
    yield Case("gradients_vs_reference", (_build(draw), call), derive=gradients, name="gradients_swiglu")


def _mutation(draw: Draw) -> Case:
    x = _input(draw, 2, 3)
    steps = (_build(draw), _gelu_call("gelu", x), _call("swiglu", x), _gelu_call("gelu_single", x.float()))
    return Case("input_not_mutated", steps, derive=changed_inputs, any_form=True, needs_values=False)
