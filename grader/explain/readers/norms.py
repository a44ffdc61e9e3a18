"""Reads normalisation written by hand: which mean, which spread, where eps is, which gain or offset."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import norm
from grader.domain.graph import Leaf
from grader.explain.readers.elementwise import laid_out
from grader.explain.reading import Reading, bijective, is_vector, scalars
from grader.explain.value import Ref, Value, near
from grader.explain.views import name_of

_DIVIDES = frozenset(["div", "true_divide", "rsqrt", "reciprocal", "pow"])


def read(reading: Reading, number: int, found: list[Value]) -> Ref | None:
    """A normalised value, with up to two vectors that scale and shift it."""
    vectors = [v for v in found if is_vector(v)]
    values = [v for v in found if not is_vector(v) and v.part not in (Leaf.CONSTANT, "random")]
    if (
        len(values) != 1
        or len(vectors) > 2
        or not values[0].canon.is_floating_point()
        or not values[0].canon.dim()
        or values[0].facets.get("kind") == "exp"  # what is divided by its sum is a softmax of what is below
    ):
        return None
    cone = [reading.node(n) for n in reading.cone(number, found)]
    names = {name_of(node) for node in cone}
    if not names & _DIVIDES or not names & {
        "mean",
        "sum",
        "var",
        "std",
        "var_mean",
        "std_mean",
        "linalg_vector_norm",
        "norm",
        "amax",
        "max",
    }:
        return None
    ref = laid_out(reading, number, values[0])
    tensor = reading.tensor(number)
    if ref is None or tensor is None or not (bijective(ref) or _by_rows(ref)):
        return None
    constants = [float(v.canon) for v in found if v.part == Leaf.CONSTANT and v.canon.numel() == 1]
    case = _Case(ref, tensor, [s for s in (*scalars(cone), *constants) if 0 < s < 1])
    for order in _orders(reading, number, ref, vectors):
        facets = case.explain(order)
        if facets is not None:
            made = order.build(reading, number, values[0], facets)
            return reading.check(number, made, ref.index)
    return None


def _by_rows(ref: Ref) -> bool:
    """Whether the node holds whole tokens, features last."""
    width = ref.value.canon.shape[-1]
    return (
        ref.index.dim() > 0
        and ref.index.shape[-1] == width
        and bool((ref.index == ref.index[..., :1] + torch.arange(width)).all())
    )


@dataclass(frozen=True)
class _Order:
    """In which order vectors scale and shift what was normalised: ("times" | "plus", vector, its places, sign)."""

    steps: tuple[tuple[str, Value, Tensor, int], ...]

    def undone(self, tensor: Tensor, index: Tensor, width: int) -> Tensor:
        """The tensor before these steps."""
        for part, vector, places, sign in reversed(self.steps):
            spread = vector.canon.reshape(-1)[places][index % width]
            tensor = tensor / spread if part == "times" else tensor - sign * spread
        return tensor

    def build(self, reading: Reading, number: int, value: Value, facets: dict[str, Any]) -> Value | None:
        """The explained value that ends with these steps."""
        made = reading.values.make("normalise", (value,), facets, number)
        for part, vector, places, sign in self.steps:
            if made is None:
                return None
            choice: dict[str, Any] = {"gain": "weight"} if part == "times" else {"sign": sign}
            made = reading.values.make(part, (made, vector), choice, number, data=(places,))
        return made


def _orders(reading: Reading, number: int, ref: Ref, vectors: Sequence[Value]) -> Iterator[_Order]:
    placed = []
    width = ref.value.canon.shape[-1]
    for vector in vectors:
        size = vector.canon.numel()
        if size not in (1, width):
            return
        placed.append(
            (vector, torch.arange(width) if size == width else torch.zeros(width, dtype=torch.int64))
        )
    if not placed:
        yield _Order(())
    elif len(placed) == 1:
        vector, places = placed[0]
        yield _Order((("times", vector, places, 1),))
        yield _Order((("plus", vector, places, 1),))
        yield _Order((("plus", vector, places, -1),))
    else:
        for (a, pa), (b, pb) in ((placed[0], placed[1]), (placed[1], placed[0])):
            for sign in (1, -1):
                yield _Order((("times", a, pa, 1), ("plus", b, pb, sign)))
                yield _Order((("plus", a, pa, sign), ("times", b, pb, 1)))
        (a, pa), (b, pb) = placed
        yield _Order((("times", a, pa, 1), ("times", b, pb, 1)))
        yield _Order((("plus", a, pa, 1), ("plus", b, pb, 1)))


class _Case:
    """One node's tensor beside the value that it may be a normalisation of."""

    def __init__(self, ref: Ref, tensor: Tensor, numbers: list[float]) -> None:
        self.ref = ref
        self.full = bijective(ref)
        self.width = ref.value.canon.shape[-1]
        self.x = ref.value.canon if self.full else ref.read()
        self.tensor = tensor.double()
        self.numbers = numbers
        self._sizes: dict[tuple[str, str, str], Tensor] = {}
        self.tolerance = max(ref.value.tolerance, 1e-9)

    def explain(self, order: _Order) -> dict[str, Any] | None:
        """The facets of a normalisation that gives the tensor before these steps."""
        wanted = order.undone(self.tensor, self.ref.index, self.width)
        if self.full:
            laid = torch.empty(self.x.numel(), dtype=torch.float64)
            laid[self.ref.index.reshape(-1)] = wanted.reshape(-1)
            wanted = laid.reshape(self.x.shape)
        for axis in norm.AXES if self.full else ("features",):
            for centred in (True, False):
                facets = {**norm.RIGHT, "axis": axis, "centred": centred}
                top = norm.numerator(self.x, facets)
                divisor = top / wanted
                mean = divisor.nanmean(norm.dims(axis, self.x.dim()), keepdim=True)
                if not near(
                    divisor.nan_to_num(0), torch.where(divisor.isnan(), 0, mean.expand_as(divisor)), 1e-6
                ):
                    continue
                found = self._spread(facets, wanted, top, mean)
                if found is not None:
                    return found
        return None

    def _spread(
        self, facets: dict[str, Any], wanted: Tensor, top: Tensor, divisor: Tensor
    ) -> dict[str, Any] | None:
        """The facets of what `top` was divided by: tried on one entry of `divisor`, then on the whole."""
        finite = divisor.reshape(-1).isfinite().nonzero()
        if not len(finite):  # in NaN nothing shows: what is most likely
            eps, value = next(self._eps())
            return {**facets, "eps": eps, "eps_value": value}
        place = int(finite[0])
        found = float(divisor.reshape(-1)[place])
        for spread in norm.SPREADS:
            for over in ("D", "D-1"):
                base = {**facets, "spread": spread, "over": over}
                size = float(self._size(base).reshape(-1)[place])
                for eps, value in self._eps():
                    for root in (True, False):
                        if not math.isclose(_divisor(size, eps, value, root=root), found, rel_tol=1e-5):
                            continue
                        chosen = {**base, "eps": eps, "eps_value": value, "root": root}
                        if near(wanted, top / norm.denominator(self.x, chosen), self.tolerance):
                            return chosen
        return None

    def _size(self, facets: dict[str, Any]) -> Tensor:
        key = facets["axis"], facets["spread"], facets["over"]
        if key not in self._sizes:
            self._sizes[key] = norm.spread(self.x, facets)
        return self._sizes[key]

    def _eps(self) -> Iterator[tuple[str, float]]:
        """Where eps may stand, with the numbers that the operations were given; without it last."""
        for value in self.numbers:
            for place in ("inside", "outside", "at least"):
                yield place, value
        yield "none", 0.0


def _divisor(size: float, eps: str, value: float, *, root: bool) -> float:
    """What stands below the line, for one token whose spread is `size`."""
    inner = size + value if eps == "inside" else size
    below = math.sqrt(inner) if root and inner >= 0 else inner
    if eps == "outside":
        return below + value
    return max(below, value) if eps == "at least" else below
