"""Cases of exercise 16: B=4, S=6, V=5, padding on every side; and B = S = V = 4."""

from collections.abc import Callable, Iterator
from math import inf, nan

import torch
from torch import Tensor

from grader.authoring import (
    Call,
    Case,
    Draw,
    Observation,
    bare_output,
    changed_inputs,
    finite_outputs,
    largest_gap,
    named,
    outputs,
)

from ..ex15_masked_mean_pool.cases import padding

FUNCTION = "masked_cross_entropy"
CLASSES = 5
_LOSS = named("call.out", "call.grad.0", "call.differentiable")
"""The loss and its gradient, which must exist."""

Batch = tuple[Tensor, Tensor, Tensor]
"""logits [B, S, V], targets [B, S], is_pad [B, S]; targets at padded positions are classes, too."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    batch, square = _batch(draw, padding(draw), CLASSES), _batch(draw, padding(draw, 4), 4)
    yield Case("values", (_call("call", batch),))
    yield Case("values", (_call("call", square),), name="values_square")
    alone = torch.ones(3, 5, dtype=torch.bool)
    alone[1, 2] = False
    yield Case("values", (_call("call", _batch(draw, alone, CLASSES)),), name="values_one_valid_token")
    yield Case("scalar_output", (_call("call", batch),), derive=bare_output, any_form=True)
    for (logits, targets, is_pad), name in ((batch, ""), (square, "padded_logits_square")):
        other = torch.where(is_pad[..., None], draw.normal(*logits.shape, scale=9.0), logits)
        steps = (_call("call", (logits, targets, is_pad)), _call("other", (other, targets, is_pad)))
        yield Case("padded_logits_irrelevant", steps, _gap("call"), any_form=True, name=name)
    yield Case(
        "nan_padding_does_not_leak",
        tuple(_call(f"filled {v}", _filled(batch, v)) for v in (nan, inf, -inf)),
        derive=finite_outputs,
        any_form=True,
    )
    for (logits, targets, is_pad), name in ((batch, ""), (square, "gradient_square")):
        call = Call("call", (logits, targets, is_pad), target=FUNCTION, grad=("0",))
        yield Case(
            "gradient_zero_at_padding_and_correct",
            (call,),
            derive=lambda seen: {"gradient": seen["call.grad.0"]},
            name=name,
        )
    yield from _all_padding(draw, batch)
    for size, width, name in ((6, CLASSES, ""), (5, 8, "uniform_eight_classes")):
        yield _uniform(draw, padding(draw, size), width, name)
    yield from _pad_targets(batch)
    yield Case("input_not_mutated", _kinds(batch), derive=changed_inputs, any_form=True)


def _batch(draw: Draw, is_pad: Tensor, classes: int) -> Batch:
    return draw.normal(*is_pad.shape, classes, scale=2.0), draw.integers(0, classes, *is_pad.shape), is_pad


def _call(name: str, batch: Batch) -> Call:
    return Call(name, batch, target=FUNCTION)


def _filled(batch: Batch, value: float) -> Batch:
    logits, targets, is_pad = batch
    return logits.masked_fill(is_pad[..., None], value), targets, is_pad


def _kinds(batch: Batch) -> tuple[Call, ...]:
    """In float64 and float32."""
    logits, targets, is_pad = batch
    return _call("double", batch), _call("single", (logits.float(), targets, is_pad))


def _examples() -> Iterator[Case]:
    """The statement's own examples, in float32."""
    logits = torch.tensor(
        [
            [[2.0, 0.0, 1.0], [0.0, 3.0, 0.0], [1.0, 1.0, 1.0]],
            [[0.0, 0.0, 4.0], [9.0, 9.0, 9.0], [9.0, 0.0, 0.0]],
        ]
    )
    targets = torch.tensor([[0, 1, 2], [1, -1, -1]])
    is_pad = torch.tensor([[False, False, False], [False, True, True]])
    step = _call("call", (logits, targets, is_pad))
    yield Case("example_token_mean", (step,), tolerance=1e-5, exact_dtype=True)
    logits = torch.zeros(1, 3, 5)
    logits[0, 2] = nan
    step = _call("call", (logits, torch.tensor([[4, 0, 99]]), torch.tensor([[False, False, True]])))
    yield Case("example_equal_logits", (step,), tolerance=1e-5, exact_dtype=True)


def _all_padding(draw: Draw, batch: Batch) -> Iterator[Case]:
    """Nothing is valid: plain logits, and NaN."""
    logits, targets, is_pad = batch
    empty = torch.ones_like(is_pad)
    for name, tensor in (("", logits), ("all_padding_nan", torch.full_like(logits, nan))):
        call = Call("call", (tensor, targets, empty), target=FUNCTION, grad=("0",), seed=draw.seed())
        yield Case("all_padding_returns_zero", (call,), derive=_LOSS, any_form=True, name=name)


def _uniform(draw: Draw, is_pad: Tensor, classes: int, name: str) -> Case:
    """Every token has equal logits, each at a level of its own; one batch has more padding than the other."""
    logits = draw.normal(*is_pad.shape, 1, scale=2.0).expand(-1, -1, classes).clone()
    targets = draw.integers(0, classes, *is_pad.shape)
    more = is_pad.clone()
    more[:2] = True
    steps = (_call("call", (logits, targets, is_pad)), _call("more", (logits, targets, more)))
    return Case("uniform_logits_give_log_V", steps, name=name)


def _pad_targets(batch: Batch) -> Iterator[Case]:
    """Targets of every kind at padded positions; and a batch of padding alone."""
    logits, targets, is_pad = batch
    fillings = {"call": 0, "last": CLASSES - 1, "minus_one": -1, "minus_hundred": -100, "large": 999}
    steps = tuple(_call(n, (logits, targets.masked_fill(is_pad, v), is_pad)) for n, v in fillings.items())
    yield Case("arbitrary_pad_targets", steps, _gap("call"), any_form=True)
    empty = torch.ones_like(is_pad)
    steps = tuple(
        _call(n, (logits, torch.full_like(targets, v), empty)) for n, v in (("call", 0), ("large", 999))
    )
    yield Case(
        "arbitrary_pad_targets",
        steps,
        finite_outputs,
        any_form=True,
        name="arbitrary_targets_of_padding_alone",
    )


def _gap(first: str) -> Callable[[Observation], Observation]:
    """The largest difference of each result from the first, whatever their common shape."""
    return lambda seen: {
        name: largest_gap(seen[f"{first}.out"], value) for name, value in outputs(seen).items()
    }
