"""What a constructed module has, as a child describes it: parameters, buffers, modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

from grader.domain.case import Value
from grader.protocol.frame_limits import DIMENSIONS_LIMIT
from grader.protocol.violation import ProtocolViolation

PARAMETERS_LIMIT = 1024
"""Of one module: sixty encoder layers have 960."""

ROWS_LIMIT = 4096
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
class BufferRow:
    """One buffer."""

    path: str
    shape: Shape


@dataclass(frozen=True)
class ModuleRow:
    """One module by its path ("." for the whole) and the full name of its class."""

    path: str
    kind: str


@dataclass(frozen=True)
class Description:
    """A module's parameters, buffers and modules, each in order of registration."""

    parameters: tuple[ParameterRow, ...]
    buffers: tuple[BufferRow, ...] = ()
    modules: tuple[ModuleRow, ...] = ()

    def too_large(self) -> str:
        """What there is too much of to be described, "" where all fits."""
        if len(self.parameters) > PARAMETERS_LIMIT:
            return (
                f"a module of {len(self.parameters)} parameter tensors (at most {PARAMETERS_LIMIT} are read)"
            )
        rows = max(len(self.buffers), len(self.modules))
        shapes = [row.shape for row in self.parameters] + [row.shape for row in self.buffers]
        if rows > ROWS_LIMIT or not all(map(_is_shape, shapes)):
            return "a module of too many or too large buffers and modules"
        return ""

    def to_value(self) -> Value:
        """The rows as plain tuples."""
        return tuple(tuple(map(astuple, rows)) for rows in (self.parameters, self.buffers, self.modules))


def description_from_value(found: Value) -> Description:
    """The description that a reply claims; ProtocolViolation unless every row is one."""
    if not isinstance(found, tuple) or len(found) != 3:
        raise ProtocolViolation("malformed description")
    parameters, buffers, modules = found
    told = Description(
        tuple(ParameterRow(*row) for row in _rows(parameters, (str, tuple, str, str, str))),
        tuple(BufferRow(*row) for row in _rows(buffers, (str, tuple))),
        tuple(ModuleRow(*row) for row in _rows(modules, (str, str))),
    )
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
