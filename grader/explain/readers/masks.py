"""Reads masks: which entries were changed, to what, says which form of the mask it was."""

from __future__ import annotations

import torch
from torch import Tensor

from grader.authoring.parts import mask as masking
from grader.domain.graph import Leaf
from grader.explain.readers.elementwise import laid_out
from grader.explain.reading import Reading, is_vector
from grader.explain.value import Ref, Value


def read(reading: Reading, number: int, found: list[Value]) -> Ref | None:
    """A value of which a mask changed some entries."""
    masks = [v for v in found if may_mask(v)]
    values = [v for v in found if v.canon.is_floating_point() and v.part not in (Leaf.CONSTANT, "random")]
    values = [v for v in values if not is_vector(v)]
    if not masks or len(values) != 1:
        return None
    ref = laid_out(reading, number, values[0])
    return None if ref is None else decode(reading, number, ref, masks)


def without_nan(reading: Reading, number: int) -> Ref | None:
    """A softmax of masked scores whose NaN became 0: they stand where the mask left a softmax nothing to share."""
    ref = reading.ref(reading.node(number).sources[0])
    if ref is None or ref.value.part != "softmax":
        return None
    inner = ref.value.args[0]
    while inner.part == "scale":
        inner = inner.args[0]
    return decode(reading, number, ref, [inner.args[1]]) if inner.part == "mask" else None


def may_mask(value: Value) -> bool:
    """Whether a value can say which entries are blocked: truth values, or a constant that is no single number."""
    if value.part == "random":
        return False
    return not value.canon.is_floating_point() or (value.part == Leaf.CONSTANT and value.canon.numel() > 1)


def decode(reading: Reading, number: int, ref: Ref, masks: list[Value]) -> Ref | None:
    """The mask's form from what it changed of `ref`; a mask that changed nothing leaves the value what it is."""
    tensor, source = reading.tensor(number), ref.read()
    if tensor is None or tensor.shape != source.shape:
        return None
    room = ref.value.tolerance * (1 + source.abs())
    changed = ~((tensor - source).abs() <= room) & (tensor != source) & ~(tensor.isnan() & source.isnan())
    if not bool(changed.any()):
        return Ref(ref.value, ref.index)
    done = _what(tensor[changed], source[changed])
    if done is None:
        return None
    how, fill = done
    for mask in (_affirmed(m) for m in masks if may_mask(m)):
        for who, polarity, blocked in masking.forms(mask.canon, ref.value.canon.shape):
            if torch.equal(blocked.reshape(-1)[ref.index], changed):
                facets = {"who": who, "polarity": polarity, "fill": fill, "how": how}
                made = reading.values.make("mask", (ref.value, mask), facets, number)
                return reading.check(number, made, ref.index)
    return None


def _affirmed(mask: Value) -> Value:
    """The mask itself of a negated one: its polarity is found out anyway."""
    while mask.part == "not":
        mask = mask.args[0]
    return mask


def _what(after: Tensor, before: Tensor) -> tuple[str, float] | None:
    """What the changed entries became: one number, or what they were and a number."""
    first = float(after[0])
    if bool((after == first).all()):
        return "filled", first
    gap = after - before
    room = 1e-6 * (1 + gap.abs())
    if bool(((gap - gap[0]).abs() <= room).all()):
        return "added", float(f"{float(gap[0]):.8g}")
    return None
