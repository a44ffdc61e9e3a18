"""What a constructed module has, as a child describes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grader.domain.case import Value
from grader.protocol.frame_limits import DIMENSIONS_LIMIT
from grader.protocol.violation import ProtocolViolation

PARAMETERS_LIMIT = 1024
"""Of one module: sixty encoder layers have 960."""

AXIS_LIMIT = 1 << 24

Shape = tuple[int, ...]


@dataclass(frozen=True)
class ParameterRow:
    """One parameter: its path, its shape, the path and class name of the module that owns it, and the first
    path that is the same object (its own, unless the tensor is shared).
    """

    path: str
    shape: Shape
    owner: str
    owner_type: str
    same_as: str


@dataclass(frozen=True)
class Description:
    """A module's parameters in order of registration; none for what is no module."""

    parameters: tuple[ParameterRow, ...]

    def too_large(self) -> str:
        """What there is too much of to be described, "" where all fits."""
        if len(self.parameters) > PARAMETERS_LIMIT:
            return (
                f"a module of {len(self.parameters)} parameter tensors (at most {PARAMETERS_LIMIT} are read)"
            )
        if not all(_is_shape(row.shape) for row in self.parameters):
            return "a module with a parameter tensor of too many or too long axes"
        return ""

    def to_value(self) -> Value:
        """The rows as plain tuples."""
        return tuple((r.path, r.shape, r.owner, r.owner_type, r.same_as) for r in self.parameters)


def description_from_value(found: Value) -> Description:
    """The description that a reply claims; ProtocolViolation unless every row is one."""
    told = Description(tuple(ParameterRow(*row) for row in _rows(found, (str, tuple, str, str, str))))
    if told.too_large():
        raise ProtocolViolation("a description that is too large")
    return told


def _rows(found: Value, columns: Sequence[type]) -> Sequence[tuple[Any, ...]]:
    """The rows of a table, each with a value of the right type in every column."""
    if not isinstance(found, tuple):
        raise ProtocolViolation("malformed table")
    for row in found:
        if not isinstance(row, tuple) or tuple(map(type, row)) != tuple(columns):
            raise ProtocolViolation("malformed row")
    return found


def _is_shape(found: Shape) -> bool:
    return len(found) <= DIMENSIONS_LIMIT and all(type(n) is int and 0 <= n < AXIS_LIMIT for n in found)
