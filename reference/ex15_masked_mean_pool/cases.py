"""Cases of exercise 15: B=4, S=6, D=3, padding right, left, nowhere and inside; and B = S = D = 4."""

from collections.abc import Callable, Iterator
from math import inf, nan

import torch
from torch import Tensor

from grader.authoring import (
    Call,
    Case,
    Draw,
    Observation,
    Value,
    bare_output,
    changed_inputs,
    finite_outputs,
    largest_gap,
)

FUNCTION = "masked_mean_pool"


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    is_pad = padding(draw)
    x = draw.normal(4, 6, 3, mean=0.5)
    square, square_pad = draw.normal(4, 4, 4, mean=0.5), padding(draw, 4)
    yield Case("values", (_call("call", x, is_pad),))
    yield Case("values", (_call("call", square, square_pad),), name="values_square")
    alone = torch.ones(3, 5, dtype=torch.bool)
    alone[(0, 1, 2), (0, 2, 4)] = False
    yield Case("values", (_call("call", draw.normal(3, 5, 2), alone),), name="values_one_real_position")
    yield _on_average(draw)
    yield Case("shape", (_call("call", x, is_pad),), derive=bare_output, any_form=True)
    for tensor, pad, name in ((x, is_pad, ""), (square, square_pad, "padding_content_square")):
        other = torch.where(pad[..., None], draw.normal(*tensor.shape, scale=9.0), tensor)
        steps = (_call("call", tensor, pad), _call("other", other, pad))
        yield Case("padding_content_irrelevant", steps, _gap("call", "other"), any_form=True, name=name)
    yield Case(
        "nan_in_padding_does_not_leak",
        tuple(_call(f"filled {v}", x.masked_fill(is_pad[..., None], v), is_pad) for v in (nan, inf, -inf)),
        derive=finite_outputs,
        any_form=True,
    )
    yield _extra(draw, x, is_pad)
    empty = is_pad.clone()
    empty[1] = True
    steps = (_call("call", x, empty), _call("filled", x.masked_fill(empty[..., None], nan), empty))
    yield Case("all_pad_row_is_zero", steps, derive=_row, any_form=True)
    for tensor, pad, name in ((x, is_pad, ""), (square, square_pad, "gradient_square")):
        call = Call("call", (tensor, pad), target=FUNCTION, grad=("0",), seed=draw.seed())
        yield Case(
            "gradient_zero_at_padding",
            (call,),
            derive=lambda seen: {"gradient": seen["call.grad.0"]},
            name=name,
        )
    yield Case(
        "input_not_mutated",
        (_call("double", x, is_pad), _call("single", x.float(), is_pad)),
        derive=changed_inputs,
        any_form=True,
    )


def _on_average(draw: Draw) -> Case:
    """400 samples of one real token: what is added to the count shifts all of them alike, rounding does not."""
    x = draw.normal(400, 2, 6)
    is_pad = torch.tensor([False, True]).expand(400, 2)
    alone = x[:, 0]  # [400, 6]
    return Case(
        "values",
        (_call("call", x, is_pad),),
        derive=lambda seen: {"part": float((seen["call.out"] * alone).sum() / alone.square().sum())},
        tolerance=2e-8,
        excuses_float32=False,
        name="values_on_average",
    )


def padding(draw: Draw, size: int = 6) -> Tensor:
    """[4, size] bool: padding right, left, nowhere, inside and at the end; lengths and order are drawn."""
    is_pad = torch.zeros(4, size, dtype=torch.bool)
    right, left = (int(n) for n in draw.integers(1, size - 1, 2))
    is_pad[0, size - right :] = True
    is_pad[1, :left] = True
    is_pad[3, 1 + int(draw.integers(0, size - 3, 1))] = True
    is_pad[3, size - 1] = True
    return is_pad[torch.randperm(4, generator=draw.generator)]


def _call(name: str, x: Tensor, is_pad: Tensor) -> Call:
    return Call(name, (x, is_pad), target=FUNCTION)


def _examples() -> Iterator[Case]:
    """The statement's own examples, in float32."""
    x = torch.tensor(
        [
            [[1.0, 2.0], [4.0, 6.0], [100.0, 100.0], [100.0, 100.0]],
            [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [5.0, 1.0]],
        ]
    )
    is_pad = torch.tensor([[False, False, True, True], [False, False, False, False]])
    yield Case("example_right_padding", (_call("call", x, is_pad),), tolerance=1e-6, exact_dtype=True)
    x = torch.tensor([[[nan, nan], [1.0, 2.0], [3.0, 5.0]], [[2.0, 8.0], [nan, 7.0], [4.0, -1.0]]])
    is_pad = torch.tensor([[True, False, False], [False, True, False]])
    yield Case("example_nan_padding", (_call("call", x, is_pad),), tolerance=1e-6, exact_dtype=True)


def _extra(draw: Draw, x: Tensor, is_pad: Tensor) -> Case:
    """Three more padded positions behind every sample."""
    longer = torch.cat((x, draw.normal(4, 3, 3, scale=9.0)), dim=1)
    longer_pad = torch.cat((is_pad, torch.ones(4, 3, dtype=torch.bool)), dim=1)
    steps = (_call("call", x, is_pad), _call("longer", longer, longer_pad))
    return Case("extra_padding_irrelevant", steps, _gap("call", "longer"), any_form=True)


def _gap(first: str, second: str) -> Callable[[Observation], Observation]:
    """The largest difference of two results, whatever their common shape."""
    return lambda seen: {"gap": largest_gap(seen[f"{first}.out"], seen[f"{second}.out"])}


def _row(seen: Observation) -> Observation:
    """What the second sample, which has no real position, came out as."""

    def kind(value: Value) -> Value:
        if not isinstance(value, Tensor) or not value.dim():
            return value
        if not value[1].isfinite().all():
            return "not finite"
        return "zeros" if bool((value[1] == 0).all()) else "other numbers"

    return {name: kind(value) for name, value in seen.items() if name.endswith(".out")}
