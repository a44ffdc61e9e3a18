"""What of a raw observation is compared in a sealed case, by name: a stored case carries no code of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from torch import Tensor

from grader.domain.case import Observation, Raised, Value


class Reading(StrEnum):
    """Ways to read an observation, from the one that tells least to the whole of it."""

    FORMS = "forms"
    NUMBERS = "numbers"
    OUTPUTS = "outputs"
    NAMED = "named"
    WHOLE = "whole"


def reader(reading: Reading, names: Sequence[str] = ()) -> Callable[[Observation], Observation] | None:
    """The function that reads an observation so; None for the whole. `names` are those that NAMED picks."""
    if reading is Reading.WHOLE:
        return None
    if reading is Reading.NAMED:
        return lambda seen: {name: seen[name] for name in names if name in seen}
    how: dict[Reading, Callable[[Value], Value]] = {
        Reading.FORMS: form_of,
        Reading.NUMBERS: numbers_of,
        Reading.OUTPUTS: lambda value: value,
    }
    read = how[reading]
    return lambda seen: {name: read(value) for name, value in seen.items() if name.endswith(".out")}


def form_of(value: Value) -> Value:
    """A tensor's shape and dtype, another value's type; an exception stands for itself."""
    if isinstance(value, Tensor):
        return tuple(value.shape), str(value.dtype)
    return value if isinstance(value, Raised) else type(value).__name__


def numbers_of(value: Value) -> Value:
    """A sequence of single numbers as floats, in whatever container and type they came; else the value's type."""
    items = list(value) if isinstance(value, Tensor) and value.dim() == 1 else value
    if not isinstance(items, (tuple, list)):
        return items if isinstance(items, Raised) else type(items).__name__
    single = all(
        isinstance(item, (int, float)) or (isinstance(item, Tensor) and item.numel() == 1) for item in items
    )
    return tuple(float(item) for item in items) if single else "other items than numbers"
