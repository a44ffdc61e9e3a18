"""Cases of exercise 13: D=4 with S=5, and S = D and B = S = D, where positions can pass for channels."""

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
    Optimise,
    Read,
    Reload,
    Value,
    changed_inputs,
    named,
)

DIM = 4
SIZES = {"dim": DIM}
ENTRY = "SequenceBatchNorm"
SHAPES = {"": (2, 5), "_square": (3, DIM), "_all_equal": (DIM, DIM)}
BUFFERS = ("running_mean", "running_var")
WIDE = 1e-6
"""Attributes that are no buffers stay float32; only the check of the state dict objects to that."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    for name, shape in SHAPES.items():
        steps = (_call("first", _input(draw, *shape)), _call("second", _input(draw, *shape)))
        build = _build(draw, {"eps": 0.25} if name else {})
        yield _case("train_output_vs_BatchNorm1d", name, (build, *steps), ("first.out", "second.out"), 1e-9)
    for name, shape in SHAPES.items():
        steps = tuple(_call(f"call{i}", _input(draw, *shape)) for i in range(3))
        build = _build(draw, {"momentum": 0.3} if name else {})
        yield _case("running_buffers_vs_BatchNorm1d", name, (build, *steps, *_reads()), BUFFERS)
    for name, shape in SHAPES.items():
        steps = tuple(_call(f"call{i}", _input(draw, *shape)) for i in range(2))
        evaluated = _call("eval", _input(draw, *shape), train=False)
        build = _build(draw, {"eps": 0.25, "momentum": 0.3} if name else {})
        yield _case(
            "eval_output_vs_BatchNorm1d", name, (build, *steps, evaluated), ("eval.out",), aligns=True
        )
    fresh = _call("eval", _input(draw, 2, 5), train=False)
    yield _case("eval_output_vs_BatchNorm1d", "_fresh", (_build(draw, {"eps": 0.25}), fresh), ("eval.out",))
    for name, shape in SHAPES.items():
        yield _two_batches(draw, "eval_is_batch_independent", name, shape, train=False)
    yield _eval_updates(draw)
    for name, shape in SHAPES.items():
        yield _two_batches(draw, "train_depends_on_other_samples", name, shape, train=True)
    yield _saved(draw)
    yield from _gradients(draw)
    x = _input(draw, 2, 5)
    yield Case(
        "input_not_mutated",
        (_build(draw), _call("train", x), _call("eval", x, train=False)),
        derive=changed_inputs,
        any_form=True,
        needs_values=False,
    )


def _build(draw: Draw, more: Mapping[str, Any] | None = None, name: str = "module") -> Build:
    return Build(ENTRY, {**SIZES, **(more or {})}, seed=draw.seed(), weights=draw.weights(), name=name)


def _call(name: str, x: Tensor, on: str = "module", *, train: bool = True) -> Call:
    return Call(name, (x,), on=on, train=train)


def _reads(suffix: str = "") -> tuple[Read, ...]:
    return tuple(Read(name + suffix, "attribute", name) for name in BUFFERS)


def _input(draw: Draw, *leading: int) -> Tensor:
    """[B, S, D] with a mean and a spread of its own for each channel and each position."""
    x = draw.normal(*leading, DIM)
    channel, position = draw.normal(DIM), draw.normal(leading[-1], 1)
    return x * (1 + channel.abs()) + 2 * channel + position


def _case(
    check: str,
    suffix: str,
    steps: tuple[Any, ...],
    names: tuple[str, ...],
    tolerance: float = WIDE,
    **more: Any,
) -> Case:
    """A case that compares the observations `names` alone."""
    return Case(
        check,
        steps,
        derive=named(*names),
        tolerance=tolerance,
        name=check + suffix,
        **more,
    )


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples, in float32."""
    x = torch.tensor([[[1.0, 0.0], [2.0, 4.0], [3.0, 2.0]], [[4.0, 6.0], [5.0, 8.0], [9.0, 10.0]]])
    weights = draw.weights({"weight": torch.tensor([1.0, 2.0]), "bias": torch.tensor([0.5, -1.0])})
    build = Build(ENTRY, {"dim": 2}, dtype="float32", weights=weights)
    step = _call("call", x)
    yield _case("example_training_step", "", (build, step, *_reads()), ("call.out", *BUFFERS), 1e-5)
    steps = (build, step, _call("eval", x[:1], train=False), *_reads())
    yield _case("example_eval", "", steps, ("eval.out", *BUFFERS), 1e-5)


def _two_batches(draw: Draw, check: str, suffix: str, shape: tuple[int, int], *, train: bool) -> Case:
    """Two modules of equal history see the same first sample among different others, and alone."""
    history, x = _input(draw, *shape), _input(draw, *shape)
    others = _input(draw, *shape)
    others[0] = x[0]
    weights = draw.weights()
    steps: list[Any] = []
    for on, batch in {"first": x, "second": others, "alone": x[:1]}.items():
        steps += [Build(ENTRY, SIZES, weights=weights, name=on), _call(f"{on}_before", history, on)]
        steps.append(_call(on, batch, on, train=train))

    def derive(seen: Observation) -> Observation:
        first, second, alone = (seen[f"{on}.out"][0] for on in ("first", "second", "alone"))
        if not train:
            return {"among others": first - second, "alone": first - alone}
        return {"depends": bool((first - second).abs().max() > 1e-6)}

    return Case(check, tuple(steps), derive, tolerance=WIDE, needs_values=False, name=check + suffix)


def _eval_updates(draw: Draw) -> Case:
    steps = (
        _call("train", _input(draw, 2, 5)),
        *_reads(" before"),
        _call("eval", _input(draw, 2, 5), train=False),
        *_reads(" after"),
    )
    return Case("eval_does_not_update", (_build(draw), *steps), derive=_changes, needs_values=False)


def _changes(seen: Observation) -> Observation:
    """What each buffer gained; one that is no tensor, or of another shape, stands for itself."""
    found: dict[str, Value] = {}
    for name in BUFFERS:
        before, after = seen[f"{name} before"], seen[f"{name} after"]
        if isinstance(before, Tensor) and isinstance(after, Tensor):
            same = before.shape == after.shape and torch.allclose(before, after, rtol=0.0, atol=1e-9)
            found[name] = "as it was" if same else "changed"
        else:
            found[name] = after
    return found


def _saved(draw: Draw) -> Case:
    steps = (
        _call("train", _input(draw, 2, 5)),
        Read("keys", "state_keys"),
        Reload(ENTRY, SIZES, seed=draw.seed()),
    )
    x = _input(draw, 2, 5)
    return Case(
        "buffers_in_state_dict",
        (_build(draw), *steps, _call("saved", x, train=False), _call("loaded", x, "reloaded", train=False)),
        derive=lambda seen: {
            "both are saved": set(BUFFERS) <= set(seen["keys"]),
            "gap": seen["saved.out"] - seen["loaded.out"],
        },
        needs_values=False,
    )


def _gradients(draw: Draw) -> Iterator[Case]:
    """Gradients of a training step; of eval steps after it, whose backward passes must not reach into it."""
    x, later, labels = _input(draw, 2, 5), _input(draw, 2, 5), ("0", "parameters")
    train = Call("train", (x,), on="module", train=True, grad=labels, seed=draw.seed())
    after = Call("eval", (later,), on="module", grad=labels, seed=draw.seed())
    check = "gradients_vs_reference"
    yield _case(check, "", (_build(draw), train), ("train.grad.0", "train.grad.parameters"), 1e-9)
    steps = (_build(draw), train, after, Optimise((later,)), Optimise((later,)))
    yield _case(check, "_eval_after_training", steps, ("eval.grad.0", "eval.grad.parameters"))
