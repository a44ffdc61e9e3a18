"""A value that has been explained: a part of the course applied to explained values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import run

TOLERANCE = 1e-9
COARSE = 2e-4
"""Where a value went through float32 or a narrower type on the way."""


@dataclass(frozen=True, eq=False)
class Value:
    """`part` of `args` as `facets` choose; `canon` is its tensor in the course's own layout.

    `node` is the first value of the graph that equals it. `data` is what running the part again needs besides
    (the places
    of a matrix in its parameters), and is never shown. `coarse` says that it went through a narrow float.
    """

    part: str
    args: tuple[Value, ...]
    facets: Mapping[str, Any]
    canon: Tensor
    node: int
    data: Any = None
    coarse: bool = False

    @property
    def tolerance(self) -> float:
        """How near a tensor must be to count as this value."""
        return COARSE if self.coarse else TOLERANCE


@dataclass(frozen=True)
class Ref:
    """Where the entries of a node's tensor stand in an explained value: node.flat[i] is canon.flat[index.flat[i]]."""

    value: Value
    index: Tensor

    def read(self) -> Tensor:
        """The node's tensor, taken from the explained value."""
        return self.value.canon.reshape(-1)[self.index]

    @property
    def full(self) -> bool:
        """Whether the node holds every entry of the value once, in the value's own order."""
        return self.index.numel() == self.value.canon.numel() and bool(
            torch.equal(self.index.reshape(-1), torch.arange(self.index.numel()))
        )


@dataclass
class Values:
    """All explained values, one object for one thing: the same part of the same values is the same value."""

    made: dict[tuple[Any, ...], Value] = field(default_factory=dict)

    def make(
        self,
        part: str,
        args: Sequence[Value],
        facets: Mapping[str, Any],
        node: int,
        *,
        data: Any = None,
        canon: Tensor | None = None,
    ) -> Value | None:
        """The value; its tensor is computed by the part unless it is given. None where the part cannot take these."""
        key = (part, *(id(a) for a in args), *sorted(facets.items(), key=lambda item: item[0]), _key(data))
        found = self.made.get(key)
        if found is None:
            if canon is None:
                canon = run(part, facets, [a.canon for a in args], data)
                if canon is None:
                    return None
            coarse = any(a.coarse for a in args)
            found = self.made[key] = Value(part, tuple(args), facets, canon, node, data, coarse)
        return found


def _key(data: Any) -> Any:
    if isinstance(data, Tensor):
        return data.numpy().tobytes()
    return tuple(map(_key, data)) if isinstance(data, (tuple, list)) else data


def near(found: Tensor, wanted: Tensor, tolerance: float) -> bool:
    """Whether two tensors of one shape agree, infinities and NaN in the same places included."""
    if found.shape != wanted.shape:
        return False
    if not found.is_floating_point() or not wanted.is_floating_point():
        return torch.equal(found.double(), wanted.double())
    found, wanted = found.double(), wanted.double()
    room = (wanted.abs() + 1) * tolerance
    good = (found - wanted).abs() <= room
    if bool(good.all()):
        return True
    return bool((good | (found == wanted) | (found.isnan() & wanted.isnan())).all())
