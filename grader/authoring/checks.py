"""What cases of many exercises compare: a reading of an observation, to be given as a case's `derive`.

A function that takes an observation is a reading itself; one that takes names returns a reading. Readings for
cases with `any_form` pass on what is no tensor: an exception stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from grader.domain.case import Observation, Raised, Value

Reading = Callable[[Observation], Observation]
Part = Callable[[Tensor], Tensor]
EQUAL = 1e-9
"""Numbers of float64 that are nearer than this are the same, computed in another order."""


def changed_inputs(seen: Observation) -> Observation:
    """Which arguments each call changed in place; an exception stands for itself."""
    return {
        name: value for name, value in seen.items() if name.endswith(".mutated") or isinstance(value, Raised)
    }


def outputs(seen: Observation) -> Observation:
    """What each call returned, and nothing that probes recorded meanwhile."""
    return {name: value for name, value in seen.items() if name.endswith(".out")}


def named(*names: str) -> Reading:
    """These observations and no others, those that there are."""
    return lambda seen: {name: seen[name] for name in names if name in seen}


def gradients(seen: Observation) -> Observation:
    """Every gradient that was asked for."""
    return {name: value for name, value in seen.items() if ".grad." in name}


def finite_gradients(seen: Observation) -> Observation:
    """For each gradient, whether it is free of NaN and infinity."""
    return {name: bool(value.isfinite().all()) for name, value in gradients(seen).items()}


def finite_outputs(seen: Observation) -> Observation:
    """For each result, whether it is free of NaN and infinity; what is no tensor stands for itself."""
    return {
        name: bool(value.isfinite().all()) if isinstance(value, Tensor) else value
        for name, value in outputs(seen).items()
    }


def output_shapes(seen: Observation) -> Observation:
    """The shape of each result."""
    return {name: tuple(value.shape) for name, value in outputs(seen).items()}


def bare_output(seen: Observation) -> Observation:
    """The result of the call "call" without its values: shape and dtype of a tensor, else what it is."""
    out = seen["call.out"]
    return {"call.out": torch.empty(out.shape, device="meta") if isinstance(out, Tensor) else out}


def gap(
    first: str, second: str, *, at: Any = ..., of_first: Part | None = None, of_second: Part | None = None
) -> Reading:
    """What is left of one call's result when another's is taken away: zeros, where the two agree.

    `of_first` and `of_second` turn a result into what is compared of it; `at` is an index into both, such as a
    mask [B, S] bool or a list of samples.
    """
    mine, other = of_first or _whole, of_second or _whole
    return lambda seen: {"gap": mine(seen[f"{first}.out"])[at] - other(seen[f"{second}.out"])[at]}


def same_values(*names: str) -> Reading:
    """Whether these calls returned the same numbers, whatever these are."""
    first, *others = names
    return lambda seen: {"same": all(alike(seen[f"{first}.out"], seen[f"{other}.out"]) for other in others)}


def alike(first: Tensor, second: Tensor) -> bool:
    """Whether two tensors of one shape hold the same numbers, to rounding."""
    return bool(((first - second).abs() < EQUAL).all())


def largest_gap(first: Value, second: Value) -> Value:
    """The largest difference of two results of any common shape; what is no tensor stands for itself."""
    if not isinstance(first, Tensor) or not isinstance(second, Tensor):
        return first if isinstance(second, Tensor) else second
    return float((first - second).abs().max()) if first.shape == second.shape else "another shape"


def trained_shapes(seen: Observation) -> list[tuple[int, ...]]:
    """The shapes of what is trained, each tensor once, whatever its names.

    Of the reading `Read("parameters", "parameters")`.
    """
    rows = seen["parameters"]
    return [tuple(shape) for i, (_, shape, trained, same) in enumerate(rows) if trained and same == i]


def trained_numbers(seen: Observation) -> Observation:
    """How many numbers are trained, each once, however they are cut into tensors."""
    return {"numbers": sum(torch.Size(shape).numel() for shape in trained_shapes(seen))}


def dropped(values: Tensor, axes: int = 0) -> float:
    """The share of what dropout set to zero: single numbers, or whole groups along the last `axes` axes."""
    zero = values == 0
    for _ in range(axes):
        zero = zero.all(dim=-1)
    return float(zero.double().mean())


def kept_value(values: Tensor) -> float:
    """The mean of what dropout kept; 0.0 if it kept nothing."""
    kept = values[values != 0]
    return float(kept.mean()) if len(kept) else 0.0


def type_name(value: Value) -> Value:
    """The name of a value's type; an exception stands for itself."""
    return value if isinstance(value, Raised) else type(value).__name__


def plain_numbers(value: Value) -> Value:
    """A sequence of single numbers as floats, in whatever container they came; else the type's name."""
    items = list(value) if isinstance(value, Tensor) and value.dim() == 1 else value
    if not isinstance(items, (tuple, list)):
        return type_name(items)
    single = all(_is_number(item) for item in items)
    return tuple(float(item) for item in items) if single else "other items than numbers"


def _is_number(item: Value) -> bool:
    return isinstance(item, (int, float)) or (isinstance(item, Tensor) and item.numel() == 1)


def _whole(values: Tensor) -> Tensor:
    return values
