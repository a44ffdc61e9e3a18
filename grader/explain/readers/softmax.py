"""Reads softmax, as one operation or written by hand."""

from __future__ import annotations

from grader.authoring.parts import mask as masking
from grader.domain.graph import Leaf
from grader.explain.readers.elementwise import laid_out
from grader.explain.reading import Reading, is_vector
from grader.explain.value import Ref, Value
from grader.explain.views import name_of

OPERATIONS = frozenset(("_softmax", "_safe_softmax", "_log_softmax"))


def read(reading: Reading, number: int) -> Ref | None:
    """Softmax over the axis of the explained value that the node's axis runs along."""
    node = reading.node(number)
    ref = reading.need(node.sources[0])
    if ref is None or not isinstance(node.args[1], int):
        return None
    form = "log" if name_of(node) == "_log_softmax" else "plain"
    along = node.args[1] % max(ref.index.dim(), 1)
    for axis in _axes(ref, along):
        made = reading.values.make("softmax", (ref.value,), {"axis": axis, "form": form}, number)
        found = reading.check(number, made, ref.index)
        if found is not None:
            return found
    return None


def _axes(ref: Ref, along: int) -> list[int]:
    """The axes of the value, counted from the end, that an axis of the node may run along."""
    rank = ref.value.canon.dim()
    every = [axis - rank for axis in reversed(range(rank))]
    if ref.index.dim() == 0 or ref.index.shape[along] < 2:
        return every
    step = int((ref.index.select(along, 1) - ref.index.select(along, 0)).reshape(-1)[0])
    strides = ref.value.canon.contiguous().stride()
    return [
        axis
        for axis in every
        if strides[axis] == step and ref.value.canon.shape[axis] == ref.index.shape[along]
    ]


def by_hand(reading: Reading, number: int, found: list[Value]) -> Ref | None:
    """exp and a division by its sum, of scores or of scores and a mask."""
    values = [v for v in found if v.part not in (Leaf.CONSTANT, "random") and v.canon.is_floating_point()]
    masks = [v for v in found if not v.canon.is_floating_point()]
    if len(values) != 1 or is_vector(values[0]) or values[0].canon.dim() < 2:
        return None
    value = values[0]
    ref = laid_out(reading, number, value)
    if ref is None:
        return None
    if value.part == "mask" and value.args[0].part == "softmax":  # renormalised after the mask
        return _renormalised(reading, number, ref, value.args[0], value.args[1])
    names = {name_of(reading.node(n)) for n in reading.cone(number, found)}
    if "exp" not in names or not names & {"div", "reciprocal", "true_divide", "sub", "logsumexp"}:
        return None
    if masks:
        return _masked(reading, number, ref, masks)
    for axis in range(-1, -value.canon.dim() - 1, -1):
        for form in ("plain", "log"):
            made = reading.values.make("softmax", (value,), {"axis": axis, "form": form}, number)
            good = reading.check(number, made, ref.index)
            if good is not None:
                return good
    return None


def _masked(reading: Reading, number: int, ref: Ref, masks: list[Value]) -> Ref | None:
    for mask in (m.args[0] if m.part == "not" else m for m in masks):
        for who, polarity, _ in masking.forms(mask.canon, ref.value.canon.shape):
            facets = {"who": who, "polarity": polarity, "fill": float("-inf"), "how": "filled"}
            masked = reading.values.make("mask", (ref.value, mask), facets, number)
            if masked is None:
                continue
            made = reading.values.make("softmax", (masked,), {"axis": -1, "form": "plain"}, number)
            good = reading.check(number, made, ref.index)
            if good is not None:
                return good
    return None


def _renormalised(reading: Reading, number: int, ref: Ref, weights: Value, mask: Value) -> Ref | None:
    scores = Ref(weights.args[0], ref.index)
    return _masked(reading, number, scores, [mask])
