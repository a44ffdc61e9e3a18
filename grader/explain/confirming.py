"""Runs what was read of one draw on another: what does not give the submission's own values there is not claimed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from torch import Tensor

from grader.authoring.parts import PARTS, known, run
from grader.domain.graph import Graph, Leaf
from grader.explain.reading import WHOLE, Reading
from grader.explain.value import COARSE, Ref, Value, near

CONFIRMED = 1e-7


class Confirmation:
    """The explained values of a reading, computed anew from the leaves of a second call of the same code."""

    def __init__(
        self, reading: Reading, second: Graph, given: Mapping[str, Tensor] = MappingProxyType({})
    ) -> None:
        self.reading = reading
        self.known = given
        self.again = Reading(second)
        self.alike = [n.op for n in reading.graph.nodes] == [n.op for n in second.nodes]
        self._leaves = {(n.op, n.name): i for i, n in enumerate(second.nodes) if n.name}
        self.loose = False
        self._computed: dict[int, Tensor | None] = {}

    def first_wrong(self) -> int | None:
        """The first named node whose value is not what the explanation says there; None if all hold.

        Where the second call ran other operations, only what it returned is compared. An unknown step claims nothing,
        and of a choice of entries that depends on the draw (the valid tokens) nothing can be compared: then `loose`.
        """
        outputs = dict(self.again.graph.outputs)
        pairs = [(n, outputs.get(label)) for label, n in self.reading.graph.outputs]
        ends = {n for n, _ in pairs}
        if self.alike:
            pairs = [(n, n) for n, ref in enumerate(self.reading.refs) if ref is not None]
        for first, second in pairs:
            ref = self.reading.ref(first)
            if ref is None or ref.value.part in (Leaf.CONSTANT, "random"):
                continue
            if self.alike and ref.value.part == WHOLE:  # nothing is said of it
                continue
            tensor = None if second is None else self.again.tensor(second)
            mine = self._compute(ref.value)
            wanted = None if tensor is None or mine is None else _as_there(ref, mine, tensor)
            tolerance = COARSE if ref.value.coarse else CONFIRMED
            if tensor is not None and wanted is not None and near(tensor, wanted, tolerance):
                continue
            if not (_is_unknown(ref) or (not ref.full and first not in ends)):
                return first
            self.loose = True
        return None

    def _compute(self, value: Value) -> Tensor | None:
        key = id(value)
        if key not in self._computed:
            self._computed[key] = self._made(value)
        return self._computed[key]

    def _made(self, value: Value) -> Tensor | None:
        if value.part in (Leaf.INPUT, Leaf.PARAMETER, Leaf.BUFFER):
            place = self._leaves.get((value.part, value.facets["name"]))
            return None if place is None else self.again.tensor(place)
        if value.part == "known":
            return self.known.get(known.name_of(value.facets))
        if value.part not in PARTS and value.part != "cast":
            return self._taken(value)
        args = [self._compute(arg) for arg in value.args]
        given = [arg for arg in args if arg is not None]
        if len(given) < len(args):
            return None
        if value.part == "cast":
            import torch

            return given[0].to(getattr(torch, value.facets["dtype"])).double()
        data = value.data
        if value.part == "dropout":
            return self._taken(value)
        return run(value.part, value.facets, given, data)

    def _taken(self, value: Value) -> Tensor | None:
        """A value that cannot be computed anew (a constant, a draw, an unknown step): the second call's own."""
        if not self.alike:
            return value.canon if value.part == Leaf.CONSTANT else None
        ref, tensor = self.reading.ref(value.node), self.again.tensor(value.node)
        if ref is None or tensor is None or ref.value is not value or tensor.numel() != ref.index.numel():
            return None
        laid = tensor.new_zeros(value.canon.numel())
        laid[ref.index.reshape(-1)] = tensor.reshape(-1)
        return laid.reshape(value.canon.shape)


def _is_unknown(ref: Ref | None) -> bool:
    return ref is not None and ref.value.part == WHOLE


def _as_there(ref: Ref, mine: Tensor, tensor: Tensor) -> Tensor | None:
    """The value computed anew as the node lays it out; None where the second call's node has another form.

    Where a size was drawn anew (the length of a causal mask), only a value that is laid out in its own order is told.
    """
    if mine.numel() == ref.value.canon.numel():
        return mine.reshape(-1)[ref.index] if tensor.shape == ref.index.shape else None
    if not ref.full or tensor.dim() != ref.index.dim() or tensor.numel() != mine.numel():
        return None
    return mine.reshape(tensor.shape) if mine.dim() != tensor.dim() or mine.shape == tensor.shape else None
