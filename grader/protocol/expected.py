"""Which names a program may show, what each may hold: the request that a reply is bound to.

Both sides derive this from the steps. The worker fits what it observed into it (`fitted`), so that whatever
is honest passes; the judge refuses a reply that does not (`check`), before anything of it is compared.
Whoever has the observer record under a new name adds it to `_shown`, or every submission is refused:
`tests/protocol/test_expected.py` holds all cases of all exercises against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

import torch

from grader.domain.case import (
    Build,
    Call,
    Make,
    Observation,
    Opaque,
    Optimise,
    Probe,
    Raised,
    Read,
    Reload,
    Step,
    Train,
    Value,
)
from grader.protocol.violation import ProtocolViolation

ENTRIES_LIMIT = 1 << 21
"""Of one tensor. The judge makes a few copies in float64 of what it compares."""

RESULT_LIMIT = 256
"""Values in one result; the largest right one known has 72."""

SMALL_LIMIT = 64
ROWS_LIMIT = 4096
"""Values in a reading of a module's parameters or in the record of a probe."""


class Shows(Enum):
    """What stands under a name; an exception may stand in its place, except for labels."""

    EXCEPTION = auto()
    RESULT = auto()
    ROWS = auto()
    GRADIENT = auto()
    COUNT = auto()
    FLAG = auto()
    TEXT = auto()
    LABELS = auto()


class Expected(NamedTuple):
    """What one name may hold: its kind, the most entries of a tensor in it, the labels to choose from.

    `elsewhere` allows meta tensors, which tell that something was made on another device. (A tuple: one is made for
    every name of every program.)
    """

    shows: Shows
    entries: int = ENTRIES_LIMIT
    labels: frozenset[str] = frozenset()
    elsewhere: bool = False

    def admits(self, value: Value) -> bool:
        """Whether `value` is what an honest worker may send under this name."""
        if type(value) is torch.Tensor:
            return self.shows in _OF_TENSORS and self._fits_tensor(value)
        if self.shows is Shows.LABELS:
            return isinstance(value, tuple) and all(type(v) is str and v in self.labels for v in value)
        if isinstance(value, Raised):
            return True
        match self.shows:
            case Shows.FLAG:
                return type(value) is bool
            case Shows.EXCEPTION:
                return False
            case Shows.COUNT:
                return type(value) is int
            case Shows.TEXT:
                return type(value) is str
            case Shows.GRADIENT:
                return isinstance(value, (torch.Tensor, Opaque)) and self._fits(value)
        return self._fits(value)

    def fitted(self, value: Value) -> Value:
        """The value, or, of one that is too large or on another device, its description."""
        if self._fits(value):
            return value
        if isinstance(value, torch.Tensor):
            if value.is_meta and not self.elsewhere:
                return Opaque("tensor on meta")
            return Opaque(
                f"tensor {list(value.shape)} {str(value.dtype).removeprefix('torch.')}", too_large=True
            )
        size = len(value) if isinstance(value, (tuple, list, dict)) else 0
        return Opaque(f"{type(value).__name__} of {size}", too_large=True)

    def _fits(self, value: Value) -> bool:
        if isinstance(value, torch.Tensor):
            return self._fits_tensor(value)
        if isinstance(value, (tuple, list, dict)):
            most = ROWS_LIMIT if self.shows is Shows.ROWS else RESULT_LIMIT
            return self._left(value, most) >= 0
        return True

    def _fits_tensor(self, tensor: torch.Tensor) -> bool:
        if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.is_nested:
            return True  # it crosses as a description
        return tensor.numel() <= self.entries and (self.elsewhere or not tensor.is_meta)

    def _left(self, value: Value, most: int) -> int:
        """How many more values might stand beside this one; below 0 where it does not fit."""
        most -= 1
        if isinstance(value, torch.Tensor):
            return most if self._fits_tensor(value) else -1
        inner: Iterator[Value] = iter(())
        if isinstance(value, dict):
            inner = iter(value.values())
        elif isinstance(value, (tuple, list)):
            inner = iter(value)
        for item in inner:
            if most < 0:
                break
            most = self._left(item, most)
        return most


Names = Mapping[str, Expected]

_OF_TENSORS = frozenset((Shows.RESULT, Shows.ROWS, Shows.GRADIENT))

_EXCEPTION = Expected(Shows.EXCEPTION)
_RESULT = Expected(Shows.RESULT)
_ROWS = Expected(Shows.ROWS)
_FLAG = Expected(Shows.FLAG)
_COUNT = Expected(Shows.COUNT)
_TEXT = Expected(Shows.TEXT)
_NUMBER = Expected(Shows.GRADIENT, entries=1)
_READINGS = {"attribute": _RESULT, "torch_class": _TEXT, "same": _FLAG}


def expected(steps: Sequence[Step]) -> Names:
    """The names that these steps may show, with what each may hold."""
    return {name: what for step in steps for name, what in _shown(step)}


def check(seen: Observation, names: Names) -> None:
    """ProtocolViolation unless every name of `seen` was asked for and holds what it may."""
    for name, value in seen.items():
        what = names.get(name)
        if what is None:
            raise ProtocolViolation("a name that was not asked for")
        if not what.admits(value):
            raise ProtocolViolation(f"something else than was asked for as {name}")


def fitted(seen: Observation, steps: Sequence[Step]) -> Observation:
    """What the worker sends of what it observed in these steps:
    each value as it is, or described where it is too large.
    """
    if all(map(_is_small, seen.values())):
        return seen
    names = expected(steps)
    return {name: names[name].fitted(value) if name in names else value for name, value in seen.items()}


def _is_small(value: Value) -> bool:
    """Whether a value fits wherever an honest one may stand, so that nothing more needs to be known of it."""
    if isinstance(value, (tuple, list, dict)):
        items = value.values() if isinstance(value, dict) else value
        return len(value) < SMALL_LIMIT and all(
            not isinstance(item, (tuple, list, dict)) and _is_small(item) for item in items
        )
    return type(value) is not torch.Tensor or (value.numel() <= ENTRIES_LIMIT and not value.is_meta)


def _shown(step: Step) -> Iterator[tuple[str, Expected]]:
    match step:
        case Call():
            yield from _of_call(step)
        case Read():
            yield step.name, _READINGS.get(step.what, _ROWS)
        case Make():
            yield f"{step.name}.probe", _ROWS
        case Build() | Reload():
            yield f"{step.name}.raised", _EXCEPTION
            yield from _probes(step.name, step.kwargs)
        case Optimise():
            yield "optimise.raised", _EXCEPTION
        case Train():
            yield f"{step.name}.raised", _EXCEPTION


def _of_call(step: Call) -> Iterator[tuple[str, Expected]]:
    given = {str(place): value for place, value in enumerate(step.args)} | dict(step.kwargs)
    yield f"{step.name}.out", Expected(Shows.RESULT, elsewhere=True) if step.elsewhere else _RESULT
    yield f"{step.name}.mutated", Expected(Shows.LABELS, labels=frozenset(given))
    if step.operations:
        yield f"{step.name}.ran", Expected(Shows.LABELS, labels=frozenset(step.operations))
    if step.grad:
        yield f"{step.name}.differentiable", _FLAG
    for label in step.grad:
        yield f"{step.name}.grad.{label}", _gradient(label, given.get(label))
    yield from _probes(step.name, given)


def _gradient(label: str, argument: Value) -> Expected:
    """What the gradient with this label may be: no larger than the argument, where the label is one's."""
    if label == "idle":
        return _COUNT
    if label == "parameters":
        return _NUMBER
    return (
        Expected(Shows.GRADIENT, entries=argument.numel()) if isinstance(argument, torch.Tensor) else _RESULT
    )


def _probes(name: str, given: Mapping[str, Value]) -> Iterator[tuple[str, Expected]]:
    for label, value in given.items():
        if isinstance(value, Probe):
            yield f"{name}.probe.{value.label or label}", _ROWS
