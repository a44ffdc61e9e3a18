"""How each unit of a learner's module may hold units of the reference: options of one, joint choices for all.

Units of one family share a layout before they are tried with different ones, and a joint choice is kept only
if it has a place for every unit of the reference and no more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from grader.weights.arrangement import Axes, Form, Side, matrix_forms, plain_axes, vector_axes
from grader.weights.names import role_and_stem
from grader.weights.units import TORCH_LINEAR, TORCH_NORM, RoleUnit, Signature, Tensors, Unit

JOINT = 200
"""Joint choices that are considered for one reading of a module."""


@dataclass(frozen=True, eq=False)
class Option:
    """A unit seen as `count` units of the reference of one signature.

    `matrix` is the layout of its matrix; `vectors` gives, for each side that fits, the layouts of its
    vectors; `order` says which of the reference's vectors each of them is.
    """

    signature: Signature
    count: int
    price: float
    matrix: Axes | None
    vectors: Mapping[Side, tuple[Axes, ...]]
    order: tuple[int, ...] = (0,)
    transposed: bool | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What units of one family share."""
        return (self.count, self.matrix, self.order)


class Options:
    """The options of units against the reference's units, each kind computed once."""

    def __init__(self, roles: Sequence[RoleUnit], heads: int | None) -> None:
        self.heads = heads
        self.wanted = Counter(role.signature for role in roles)
        self.sides: dict[Signature, frozenset[Side]] = {
            s: frozenset(r.side for r in roles if r.signature == s) for s in self.wanted
        }
        self._known: dict[object, tuple[Option, ...]] = {}
        self._joint: dict[object, list[tuple[float, tuple[Option, ...]]]] = {}

    def joint(self, units: Sequence[Unit]) -> list[tuple[float, tuple[Option, ...]]]:
        """Every joint choice of options, (price, an option for each unit), cheapest first."""
        key = tuple((unit.family, self.of(unit)) for unit in units)
        if key not in self._joint:
            self._joint[key] = self._jointly(units)
        return self._joint[key]

    def _jointly(self, units: Sequence[Unit]) -> list[tuple[float, tuple[Option, ...]]]:
        families: dict[object, list[int]] = {}
        for i, unit in enumerate(units):
            families.setdefault((unit.family, tuple(o.key for o in self.of(unit))), []).append(i)
        listed = []
        for members in families.values():
            torch_made = units[members[0]].module in TORCH_LINEAR
            listed.append(
                (members, self._choices([self.of(units[i]) for i in members], torch_made=torch_made))
            )
        listed.sort(key=lambda item: len(item[1]))
        if any(not choices for _, choices in listed):
            return []
        found = []
        for price, chosen in islice(_covers(listed, Counter(self.wanted)), JOINT):
            options = tuple(chosen[i] for i in range(len(units)))
            found.append((price + _disagreement(units, options), options))
        return sorted(found, key=lambda item: item[0])

    def of(self, unit: Unit) -> tuple[Option, ...]:
        """The options of one unit."""
        kinds = (
            tuple(role_and_stem(_leaf(v.paths[0]))[0] for v in unit.vectors) if unit.matrix is None else ()
        )
        shapes = tuple(v.shape for v in unit.vectors)
        key = (unit.first.scope, unit.module, unit.matrix and unit.matrix.shape, shapes, kinds)
        if key not in self._known:
            found = self._matrix(unit, unit.matrix) if unit.matrix else self._norm(unit, kinds)
            self._known[key] = tuple(sorted([*found, *self._whole(unit)], key=lambda o: o.price))
        return self._known[key]

    def _matrix(self, unit: Unit, matrix: Tensors) -> Iterator[Option]:
        """The unit's matrix as one or several of the reference's [O, I], with its vectors [O] beside it."""
        for signature, sides in self.sides.items():
            entries = signature.out * signature.into
            if signature.scope != unit.first.scope or not entries or signature.vectors != len(unit.vectors):
                continue
            count, left = divmod(matrix.size, entries)
            if left or not 1 <= count <= 4 or count > self.wanted[signature]:
                continue
            for form in matrix_forms(matrix.shape, signature.out, signature.into, count, self.heads, sides):
                yield from self._with_vectors(unit, matrix, signature, count, form)

    def _with_vectors(
        self, unit: Unit, matrix: Tensors, signature: Signature, count: int, form: Form
    ) -> Iterator[Option]:
        price = form.price + _orientation(matrix, unit.module, transposed=form.transposed)
        if math.isinf(price):
            return
        if not unit.vectors:
            yield Option(
                signature, count, price, form.axes, dict.fromkeys(form.sides, ()), (), form.transposed
            )
            return
        shape = unit.vectors[0].shape
        beside = {s: vector_axes(shape, signature.out, form.axes, count, self.heads, s) for s in form.sides}
        fitting = {side: (axes[0],) for side, axes in beside.items() if axes}
        if fitting:
            extra = min(axes[1] for axes in beside.values() if axes)
            yield Option(signature, count, price + extra, form.axes, fitting, (0,), form.transposed)

    def _norm(self, unit: Unit, kinds: tuple[str, ...]) -> Iterator[Option]:
        """The vectors of a norm: which is the weight, by name or else by order; late the other way round."""
        signature = Signature(unit.first.scope, unit.first.size, 0, len(unit.vectors))
        if signature not in self.sides or any(v.size != unit.first.size for v in unit.vectors):
            return
        axes = {side: tuple(plain_axes(v.shape) for v in unit.vectors) for side in self.sides[signature]}
        if len(unit.vectors) == 1:
            yield Option(signature, 1, 0.0, None, axes, (0,))
            return
        swapped = kinds[0] == "shift" or kinds[1] == "scale"
        known = swapped or kinds[0] == "scale" or kinds[1] == "shift"
        first, second = ((1, 0), (0, 1)) if swapped else ((0, 1), (1, 0))
        yield Option(signature, 1, 0.0, None, axes, first)
        if unit.module not in TORCH_NORM:
            yield Option(signature, 1, 5.0 if known else 1.0, None, axes, second)

    def _whole(self, unit: Unit) -> Iterator[Option]:
        """A tensor that is neither matrix nor vector goes to one of the same shape."""
        signature = Signature(unit.first.scope, 0, 0, 1, unit.first.shape)
        if signature in self.sides and unit.matrix is unit.first and not unit.vectors:
            yield Option(signature, 1, 0.0, ("*",), dict.fromkeys(self.sides[signature], ()), ())

    def _choices(
        self, options: Sequence[tuple[Option, ...]], *, torch_made: bool
    ) -> list[tuple[float, tuple[Option, ...]]]:
        """Options for the units of one family: all the same, then with a few that differ."""
        same = [(sum(o.price for o in row) / len(row), row) for row in zip(*options, strict=True)]
        if torch_made or len(options) < 2 or not 1 < len(options[0]) ** len(options) <= 256:
            return same
        mixed = []
        for row in product(*options):
            keys = Counter(o.key for o in row)
            if len(keys) > 1:
                odd = len(row) - max(keys.values())
                mixed.append((sum(o.price for o in row) / len(row) + 2.0 + odd, row))
        return same + sorted(mixed, key=lambda item: item[0])


def _orientation(matrix: Tensors, module: str, *, transposed: bool) -> float:
    """What it costs to read a matrix as [O, I] or [I, O]: raw ones are mostly used as `x @ W`."""
    if module in TORCH_LINEAR:
        # A learner may call a class of their own Linear; Embedding and the convolutions are torch's.
        return (5.0 if module == "Linear" else math.inf) if transposed else 0.0
    if len([n for n in matrix.shape if n > 1]) > 2:
        return 0.0
    return 0.4 * (transposed if module else not transposed)


def _disagreement(units: Sequence[Unit], options: Sequence[Option]) -> float:
    """One author who writes one matrix as (in, out) writes all of them so."""
    found: dict[str, set[bool]] = {}
    for unit, option in zip(units, options, strict=True):
        matrix = unit.matrix
        if (
            matrix
            and unit.module not in TORCH_LINEAR
            and option.transposed is not None
            and len(option.matrix or ()) == 2
        ):
            found.setdefault(unit.module, set()).add(option.transposed)
    return 2.0 * sum(len(seen) > 1 for seen in found.values())


def _covers(
    listed: Sequence[tuple[list[int], list[tuple[float, tuple[Option, ...]]]]], wanted: Counter[Signature]
) -> Iterator[tuple[float, dict[int, Option]]]:
    """Choices for all families that together use up what is wanted."""
    if not listed:
        if not any(wanted.values()):
            yield 0.0, {}
        return
    (members, choices), rest = listed[0], listed[1:]
    for price, options in choices:
        left = wanted.copy()
        for option in options:
            left[option.signature] -= option.count
        if min(left.values()) >= 0:
            for more, chosen in _covers(rest, left):
                yield price + more, chosen | dict(zip(members, options, strict=True))


def _leaf(path: str) -> str:
    return path.rpartition(".")[2]
