"""Cuts a module's parameters into units: a matrix [O, I] with its bias [O], or the one or two vectors of a norm.

The reference's units follow from its owners. A learner's unit may be spread over H owners (a list of heads)
or share one owner with all others (raw parameters); then there are several readings, each with a price.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.weights.arrangement import Atom, Parameter, Shape, Side
from grader.weights.names import Parts

TORCH_LINEAR = frozenset(
    {"Linear", "NonDynamicallyQuantizableLinear", "Conv1d", "Conv2d", "MultiheadAttention", "Embedding"}
)
TORCH_NORM = frozenset({"LayerNorm", "RMSNorm", "BatchNorm1d", "GroupNorm"})
CONTAINERS = frozenset({"ParameterList", "ParameterDict"})


@dataclass(frozen=True)
class Signature:
    """What a unit of the reference and its place must share: scope, matrix [out, into], number of vectors [out].

    `into` is 0 for a unit without a matrix; `shape` is given for tensors that are neither matrix nor vector.
    """

    scope: str
    out: int
    into: int
    vectors: int
    shape: Shape = ()


@dataclass(frozen=True)
class RoleUnit:
    """A unit of the reference, with what its names say; `side` is the axis that the heads divide by them."""

    signature: Signature
    matrix: Atom | None
    vectors: tuple[Atom, ...]
    part: Parts
    places: frozenset[str]
    side: Side


@dataclass(frozen=True)
class Tensors:
    """One tensor of the learner's, or `len(paths)` equal ones that stand for a first axis: [H, ...], one a head.

    `shape` has that axis too. `is_vector` says whether it can be a bias or a norm's vector.
    """

    paths: tuple[str, ...]
    shape: Shape
    owner: str
    owner_type: str
    order: int
    scope: str
    is_vector: bool

    @property
    def size(self) -> int:
        """The number of entries."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Unit:
    """A learner's unit. Units of one `family` probably share a layout; `module` is their class, if any."""

    matrix: Tensors | None
    vectors: tuple[Tensors, ...]
    family: tuple[object, ...]
    module: str

    @property
    def first(self) -> Tensors:
        """The tensor that the unit is named and ordered by."""
        return self.matrix or self.vectors[0]


def tensors_of(found: Sequence[Parameter], scopes: Mapping[str, str], least: int) -> list[Tensors]:
    """The learner's tensors in order of registration; below `least` entries one is a vector, [H, Dh] too."""
    return [
        Tensors(
            (p.path,),
            p.shape,
            p.owner,
            p.owner_type,
            order,
            scopes[p.path],
            _is_vector(p.shape, p.owner_type, least),
        )
        for order, p in enumerate(found)
    ]


def _is_vector(shape: Shape, owner_type: str, least: int) -> bool:
    if owner_type in TORCH_LINEAR:
        return len(shape) < 2
    return math.prod(shape) < least or sum(n > 1 for n in shape) < 2


def stackings(
    tensors: Sequence[Tensors], heads: int | None, least: int
) -> Iterator[tuple[float, list[Tensors]]]:
    """Yield (price, tensors): as they are, then with those stacked by H whose paths differ by a number."""
    yield 0.0, list(tensors)
    if heads is None or heads < 2:
        return
    seen: set[frozenset[tuple[str, ...]]] = set()
    for price, which in enumerate((0, -1, 1)):
        for strided in (False, True):
            stacked = _stacked(tensors, heads, which, least, strided=strided)
            names = frozenset(t.paths for t in stacked)
            if names not in seen and len(stacked) < len(tensors):
                seen.add(names)
                yield 1.0 + 0.25 * price + 0.1 * strided, stacked


def _template(path: str, which: int) -> str:
    """The path without its first (0), second (1) or last (-1) number."""
    runs = list(re.finditer(r"\d+", path))
    if not -len(runs) <= which < len(runs):
        return path
    run = runs[which]
    return f"{path[: run.start()]}*{path[run.end() :]}"


def _stacked(
    tensors: Sequence[Tensors], heads: int, which: int, least: int, *, strided: bool
) -> list[Tensors]:
    groups: dict[object, list[Tensors]] = {}
    for tensor in tensors:
        groups.setdefault((_template(tensor.paths[0], which), tensor.shape), []).append(tensor)
    found: list[Tensors] = []
    for members in groups.values():
        runs, left = divmod(len(members), heads)
        if left:
            found += members
            continue
        for run in range(runs):
            held = members[run::runs] if strided else members[run * heads : (run + 1) * heads]
            first = held[0]
            # A list of all heads of several projections: what differs is the run.
            owner = _template(first.owner, which)
            shape = (heads, *first.shape)
            found.append(
                Tensors(
                    tuple(t.paths[0] for t in held),
                    shape,
                    f"{owner}#{run}" if runs > 1 and owner != first.owner else owner,
                    first.owner_type,
                    first.order,
                    first.scope,
                    first.is_vector and (math.prod(shape) < least or sum(n > 1 for n in first.shape) < 2),
                )
            )
    return sorted(found, key=lambda t: t.order)
