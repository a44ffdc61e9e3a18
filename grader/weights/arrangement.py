"""How the entries of the reference's tensors may lie in a learner's tensor: axes, heads, fused blocks.

A layout is a tuple of axis groups, one group for each axis of the learner's tensor, in these letters: `N`
which of several fused tensors, `O` and `I` the output and input axis, `H` head, `E` the features of one
head (Dh), `X` the axis that the heads do not divide. So `("NO", "I")` is a fused block matrix, `("H", "X",
"E")` an einsum weight [H, D, Dh], and an empty group is an axis of size 1. No size is written down: a
layout fits every width.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import torch
from torch import Tensor

Shape: TypeAlias = tuple[int, ...]
Recipe: TypeAlias = Callable[[Mapping[str, Tensor]], Tensor]
Axes: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a described module; `owner` and `owner_type` are the path and class name of its module.

    `same_as` is the first path of the same object.
    """

    path: str
    shape: Shape
    owner: str
    owner_type: str
    same_as: str


class Side(StrEnum):
    """Which axis of a matrix [O, I] the heads divide: the output before them, the input behind them."""

    IN = "in"
    OUT = "out"
    NONE = "none"


@dataclass(frozen=True)
class Atom:
    """One tensor of the reference: a role, or one of `blocks` equal row blocks of a fused one."""

    role: str
    block: int = 0
    blocks: int = 1

    def of(self, roles: Mapping[str, Tensor]) -> Tensor:
        """The atom's values among these role tensors: [O, I], [O], or the block of a fused [blocks * O, I]."""
        tensor = roles[self.role]
        return tensor if self.blocks == 1 else tensor.chunk(self.blocks)[self.block]


@dataclass(frozen=True)
class Arranged:
    """The recipe of one parameter: atoms stacked to [N, O, I] or [N, O], then laid out by `axes`.

    `index` picks one entry of the first axis, for a parameter that holds one head only.
    """

    atoms: tuple[Atom, ...]
    axes: Axes
    heads: int | None = None
    side: Side = Side.NONE
    index: int | None = None

    def __call__(self, roles: Mapping[str, Tensor]) -> Tensor:
        """The parameter's values, float64, an axis for each group of `axes`; each atom is [O, I] or [O]."""
        if len(self.atoms) == 1 and self.axes in {("O",), ("O", "I"), ("*",)}:
            return self.atoms[0].of(roles)
        stack = torch.stack([atom.of(roles) for atom in self.atoms])  # [N, O, I] or [N, O]
        names = "NOI"[: stack.dim()]
        letters = "".join(self.axes)
        if "H" in letters and self.heads:
            divided, other = ("I", "O") if self.side is Side.OUT else ("O", "I")
            axis = names.index(divided)
            # [N, H, E, X] or [N, X, H, E] or [N, H, E]
            stack = stack.reshape(*stack.shape[:axis], self.heads, -1, *stack.shape[axis + 1 :])
            names = names.replace(divided, "HE").replace(other, "X")
        if "N" not in letters:
            stack, names = stack[0], names[1:]  # without N
        size = dict(zip(names, stack.shape, strict=True))
        laid = stack.permute([names.index(letter) for letter in letters])  # an axis a letter
        laid = laid.reshape(
            [math.prod(size[letter] for letter in group) for group in self.axes]
        )  # an axis a group
        return (laid if self.index is None else laid[self.index]).contiguous()


@dataclass(frozen=True)
class Form:
    """A layout that a tensor's shape allows, its price (0 = usual) and the sides of matrices it can hold."""

    axes: Axes
    price: float
    sides: frozenset[Side]

    @property
    def transposed(self) -> bool:
        """Whether the input axis comes before the output axis."""
        place = {letter: i for i, group in enumerate(self.axes) for letter in group}
        return place.get("I", place.get("X", 0)) < place.get("O", place.get("E", 0))


def _patterns(*rows: tuple[str, float]) -> tuple[tuple[Axes, float], ...]:
    return tuple((tuple(text.split()), price) for text, price in rows)


_ONE = _patterns(("O I", 0), ("I O", 0))
_ONE_HEADED = _patterns(
    ("H X E", 0), ("X H E", 0), ("H E X", 0), ("E H X", 3), ("X E H", 3), ("E X H", 3)
)  # fmt: skip
_MANY = _patterns(
    ("NO I", 0), ("I NO", 0), ("N O I", 0), ("N I O", 0), ("I N O", 1), ("O N I", 2), ("ON I", 2),
    ("I ON", 2), ("O I N", 3), ("I O N", 3),
)  # fmt: skip
# The order of `H` before `E` is the contract's (head h owns contiguous features), so merged groups keep it.
_MANY_HEADED = _patterns(
    ("HNE X", 0.5), ("HEN X", 1), ("X HNE", 0.5), ("X HEN", 1), ("H NE X", 0), ("H X NE", 0), ("H EN X", 1),
    ("H X EN", 1), ("N H X E", 0), ("N H E X", 0), ("N X H E", 0), ("X N H E", 0.5), ("H N X E", 0.5),
    ("H N E X", 0.5), ("H X N E", 0.5), ("X H N E", 1), ("X H NE", 1), ("X H E N", 1), ("H E N X", 2),
    ("H E X N", 2), ("H X E N", 2), ("N X E H", 3),
)  # fmt: skip
_VECTOR = _patterns(("O", 0), ("H E", 0), ("E H", 3))
_VECTORS = _patterns(
    ("NO", 0), ("N O", 0), ("HNE", 0), ("HEN", 0), ("ON", 0), ("O N", 0), ("N H E", 0), ("H N E", 0),
    ("H E N", 0), ("H NE", 0), ("H EN", 0),
)  # fmt: skip


def matrix_forms(
    shape: Shape, out: int, into: int, count: int, heads: int | None, sides: frozenset[Side]
) -> list[Form]:
    """Every layout in which `count` matrices [out, into] fill a tensor of this shape.

    Two or three fused matrices lie before the heads (or have none); only four may have one behind them.
    """
    if math.prod(shape) != count * out * into:
        return []
    if 1 < count < 4:
        sides = sides - {Side.OUT}
    forms = [
        Form(a, p, sides)
        for a, p in _fitting(_MANY if count > 1 else _ONE, shape, {"N": count, "O": out, "I": into})
    ]
    for side in (Side.IN, Side.OUT) if heads else ():
        divided, other = (into, out) if side is Side.OUT else (out, into)
        if side in sides and heads and divided % heads == 0:
            size = {"N": count, "H": heads, "E": divided // heads, "X": other}
            forms += [Form(a, p, frozenset({side})) for a, p in _fitting(_headed(count), shape, size)]
    return _joined(forms) if sides else []


def vector_axes(
    shape: Shape, out: int, axes: Axes, count: int, heads: int | None, side: Side
) -> tuple[Axes, float] | None:
    """Layout and price of the vector of this shape, `count` times [O], beside a matrix laid out by `axes`: in the
    same order if it can; None where it does not fit.
    """
    size = {"N": count, "O": out}
    if side is Side.IN and heads and out % heads == 0:
        size |= {"H": heads, "E": out // heads}
    order = _order(axes)
    fitting = _fitting(_VECTORS if count > 1 else _VECTOR, shape, size)
    priced = [(a, p + (0 if count == 1 or _order(a) == order else 3)) for a, p in fitting]
    return min(priced, key=lambda item: item[1], default=None)


def plain_axes(shape: Shape) -> Axes:
    """The layout of a single vector [O], whatever axes of size 1 stand around it: [1, 1, O] say."""
    return next((a for a, _ in _fitting((_VECTOR[0],), shape, {"O": math.prod(shape)})), ("*",))


def _headed(count: int) -> tuple[tuple[Axes, float], ...]:
    return _MANY_HEADED if count > 1 else _ONE_HEADED


def _order(axes: Axes) -> str:
    return "".join(axes).replace("O", "HE").replace("I", "").replace("X", "")


def _fitting(
    patterns: tuple[tuple[Axes, float], ...], shape: Shape, size: Mapping[str, int]
) -> Iterator[tuple[Axes, float]]:
    """The patterns whose axes have the sizes of `shape`, its axes of size 1 aside."""
    wide = tuple(n for n in shape if n != 1)
    for axes, price in patterns:
        sizes = tuple(math.prod(size.get(letter, 0) for letter in group) for group in axes)
        if sizes == shape:
            yield axes, price
        elif sizes == wide:
            groups = iter(axes)
            yield tuple("" if n == 1 else next(groups) for n in shape), price


def _joined(forms: list[Form]) -> list[Form]:
    """One form for each layout, with all sides that it can hold."""
    found: dict[Axes, Form] = {}
    for form in forms:
        known = found.get(form.axes)
        found[form.axes] = Form(form.axes, form.price, form.sides | known.sides) if known else form
    return list(found.values())
