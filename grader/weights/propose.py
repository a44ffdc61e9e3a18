"""Proposes which of the reference's weights goes where in a module that is laid out in another way.

A *role* is a parameter path of the reference (or of a misconception). Recipes only rearrange entries and lose
none, so that a derivative along the roles' direction is the same number in both modules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grader.weights.arrangement import Arranged, Atom, Axes, Parameter, Recipe, Shape, Side
from grader.weights.assignment import Assignment
from grader.weights.best_first import Ranked, merged
from grader.weights.matching import Match, matched
from grader.weights.names import Names
from grader.weights.options import Option, Options
from grader.weights.readings import readings, role_units
from grader.weights.units import (
    TORCH_LINEAR,
    RoleUnit,
    Tensors,
    Unit,
    stackings,
    tensors_of,
)

LIMIT = 1500

SLACK = 6.5
"""What costs this much more than the best is not proposed: it would contradict more than two clear names."""


def propose(
    roles: Mapping[str, Shape], found: Sequence[Parameter], heads: int | None, names: Names
) -> Iterator[Assignment]:
    """Yield plausible assignments, most plausible first, at most LIMIT; none if the shapes cannot fit.

    `roles` maps role -> shape in the reference's order; `found` are the submission's parameters in order of
    registration; `heads` is H where the module has heads (for per-head layouts); `names` reads what paths say.
    Parameters with a role's name are bound to it, parameters below a role's prefix to the roles below it.
    """
    distinct = [p for p in found if p.path == p.same_as]
    entries = [math.prod(p.shape) for p in distinct]
    # Nothing splits a role into more tensors than heads, and an empty tensor is one that no role explains.
    if sum(entries) != sum(math.prod(s) for s in roles.values()) or 0 in entries:
        return
    if len(distinct) > len(roles) * (heads or 1):
        return
    named = _by_name(roles, found)
    bound: dict[str, Recipe] = {path: _take(role) for path, role in named.items()}
    free = [p for p in distinct if p.path not in named]
    wanted = {role: shape for role, shape in roles.items() if role not in named.values()}
    if not free and not wanted:
        yield Assignment(bound, "names", by_name=True)
        return
    best: float | None = None
    for assignment in islice(_search(wanted, free, heads, names), LIMIT):
        best = assignment.price if best is None else best
        if assignment.price > best + SLACK:
            return
        yield Assignment({**bound, **assignment.recipes}, assignment.layout, assignment.price)


def _take(role: str) -> Recipe:
    return Arranged((Atom(role),), ("*",))


def _by_name(roles: Mapping[str, Shape], found: Sequence[Parameter]) -> dict[str, str]:
    """First path -> role, for parameters that bear a role's name and shape.

    A square matrix of a class that is not torch's may be meant as (in, out): it is left to its prefix.
    """
    named: dict[str, str] = {}
    for p in found:
        square = len(p.shape) == 2 and p.shape[0] == p.shape[1] and p.owner_type not in TORCH_LINEAR
        if (
            roles.get(p.path) == p.shape
            and p.same_as not in named
            and not (square and _balanced(p.owner, roles, found))
        ):
            named[p.same_as] = p.path
    return named


def _balanced(prefix: str, roles: Mapping[str, Shape], found: Sequence[Parameter]) -> bool:
    """Whether the parameters below `prefix` have as many entries as the roles below it."""
    if not prefix:
        return False
    wanted = sum(math.prod(shape) for role, shape in roles.items() if _below(role, prefix))
    given = sum(math.prod(p.shape) for p in found if p.path == p.same_as and _below(p.path, prefix))
    return wanted == given > 0


def _below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}.")


def _scope(path: str, scopes: Sequence[str]) -> str:
    """The longest of the scopes that holds the path."""
    return max((s for s in scopes if _below(path, s)), key=len, default="")


def _prefixes(roles: Mapping[str, Shape]) -> list[str]:
    parted = [role.split(".") for role in roles]
    return list(dict.fromkeys(".".join(p[:n]) for p in parted for n in range(1, len(p))))


def _search(
    roles: Mapping[str, Shape], found: Sequence[Parameter], heads: int | None, names: Names
) -> Iterator[Assignment]:
    """Assignments of the roles to the parameters that no name has bound, cheapest first."""
    scopes = [prefix for prefix in _prefixes(roles) if _balanced(prefix, roles, found)]
    wanted = role_units(roles, {role: _scope(role, scopes) for role in roles}, names)
    matrices = [math.prod(s) for s in roles.values() if len(s) > 1]
    least = min(
        (u.signature.out * u.signature.into for u in wanted if u.signature.into),
        default=sum(matrices) + 10**9,
    )
    tensors = tensors_of(found, {p.path: _scope(p.path, scopes) for p in found}, least)
    bare = any(u.matrix and u.signature.vectors == 0 for u in wanted)
    pairs = any(u.matrix is None and u.signature.vectors == 2 for u in wanted)
    reader = _Reader(wanted, Options(wanted, heads), names, bare=bare, pairs=pairs)
    for price, laid in merged((p, reader.read(t, p)) for p, t in stackings(tensors, heads, least)):
        yield laid.assignment(heads, price)


@dataclass(frozen=True)
class _Laid:
    """A module read as units, a layout for each and what fills it."""

    units: Sequence[Unit]
    options: Sequence[Option]
    filled: Match

    def assignment(self, heads: int | None, price: float) -> Assignment:
        """The recipes of this layout."""
        recipes: dict[str, Recipe] = {}
        for i, (unit, option) in enumerate(zip(self.units, self.options, strict=True)):
            roles = [role for place, role in self.filled if place.unit == i]
            recipes.update(_recipes(unit, option, roles, heads))
        return Assignment(recipes, _layout(self.units, self.options), price)


@dataclass(frozen=True)
class _Reader:
    """Reads a module's tensors as the reference's units; `bare` and `pairs` as in `readings`."""

    roles: Sequence[RoleUnit]
    options: Options
    names: Names
    bare: bool
    pairs: bool

    def read(self, tensors: Sequence[Tensors], base: float) -> Ranked[_Laid]:
        """Every reading of the tensors, cheapest first; `base` is what it has cost so far."""
        units = readings(tensors, bare=self.bare, pairs=self.pairs)
        return merged((base + price, self._lay_out(found, base + price)) for price, found in units)

    def _lay_out(self, units: Sequence[Unit], base: float) -> Ranked[_Laid]:
        joint = self.options.joint(units)
        yield from merged((base + price, self._fill(units, chosen, base + price)) for price, chosen in joint)

    def _fill(self, units: Sequence[Unit], options: Sequence[Option], base: float) -> Ranked[_Laid]:
        for price, filled in matched(units, options, self.roles, self.names):
            yield base + price, _Laid(units, options, filled)


def _recipes(
    unit: Unit, option: Option, roles: Sequence[RoleUnit], heads: int | None
) -> Iterator[tuple[str, Recipe]]:
    side = next((r.side for r in roles if r.side in option.vectors), Side.NONE)
    laid: list[tuple[tuple[str, ...], tuple[Atom, ...], Axes]] = []
    if unit.matrix and option.matrix:
        laid.append((unit.matrix.paths, tuple(r.matrix or r.vectors[0] for r in roles), option.matrix))
    axes = option.vectors.get(side) or next(iter(option.vectors.values()))
    laid += [
        (tensors.paths, tuple(role.vectors[k] for role in roles), layout)
        for tensors, layout, k in zip(unit.vectors, axes, option.order, strict=True)
    ]
    for paths, atoms, layout in laid:
        for index, path in enumerate(paths):
            yield path, Arranged(atoms, layout, heads, side, index if len(paths) > 1 else None)


def _layout(units: Sequence[Unit], options: Sequence[Option]) -> str:
    notes = {
        "per-head list": any(len(u.first.paths) > 1 for u in units),
        "fused": any(o.count > 1 for o in options),
        "heads as an axis": any("H" in "".join(o.matrix or ()) for o in options),
        "transposed": any(o.transposed for o in options),
    }
    return ", ".join(note for note, holds in notes.items() if holds) or "names and order"
