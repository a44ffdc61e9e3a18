"""What one call of a submission did, operation by operation, as facts that its own process claims.

Tensors are torch tensors; this module does not import torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from grader.domain.case import Raised


class Leaf(StrEnum):
    """What a value is that no recorded operation made."""

    INPUT = "input"
    PARAMETER = "parameter"
    BUFFER = "buffer"
    CONSTANT = "constant"
    NUMBERS = "numbers"
    """A list of Python numbers that the call returned: how it came by them is not known."""


@dataclass(frozen=True)
class At:
    """A value of the graph, by its place in `Graph.nodes`."""

    node: int


@dataclass(frozen=True)
class Node:
    """One value: the operation that made it ("aten.mm.default"), or a leaf with its name.

    `args` and `kwargs` are the operation's, with `At` for tensors; all outputs of one operation have the same
    ones and
    differ in `output`. `value` is None for a view of another value, which is read from that one, and for what
    was too large.
    `line` is the learner's, within `cell` of a notebook. `graded` says whether autograd was on. `within`
    names the call of a given callable (a prop: "TanhMatmul 0") that the operation is a part of.
    """

    op: str
    shape: tuple[int, ...]
    dtype: str
    value: Any
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = ()  # type: ignore[assignment]  # an empty one that nobody can change
    output: int = 0
    name: str = ""
    line: int | None = None
    cell: int | None = None
    graded: bool = True
    within: str = ""

    @property
    def sources(self) -> tuple[int, ...]:
        """The nodes that this one was made of, in the order of the arguments."""
        named = self.kwargs.values() if self.kwargs else ()
        return tuple(_nodes([*self.args, *named]))


@dataclass(frozen=True)
class Graph:
    """A call's values in the order in which they were made, and which of them it returned ("" for the one, "0"
    and
    "1" for the items of a tuple). `raised` is what ended it early; `whole` is False where a limit cut it short.
    """

    nodes: tuple[Node, ...]
    outputs: tuple[tuple[str, int], ...]
    raised: Raised | None = None
    whole: bool = True


def _nodes(values: Any) -> Iterator[int]:
    for value in values:
        if isinstance(value, At):
            yield value.node
        elif isinstance(value, (tuple, list)):
            yield from _nodes(value)
