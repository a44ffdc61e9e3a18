"""Puts heads that were computed one by one together: the same parts of different weights, placed side by side."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from grader.domain.graph import At
from grader.explain.reading import Reading
from grader.explain.value import Ref, Value
from grader.explain.views import name_of, replay

_BY_HEAD = ("dots", "weighted", "scale", "mask", "softmax", "dropout", "cast")


def read(reading: Reading, number: int) -> Ref | None:
    """A concatenation: of heads as one value of all heads, else of whatever stands side by side."""
    node = reading.node(number)
    if name_of(node) not in ("cat", "stack") or not isinstance(node.args[0], tuple):
        return None
    refs = [reading.need(a.node) for a in node.args[0] if isinstance(a, At)]
    good = [ref for ref in refs if ref is not None]
    if len(good) < 2 or len(good) != len(refs):
        return None
    whole = group(reading, number, [ref.value for ref in good])
    if whole is not None:
        found = _placed(reading, number, good, whole)
        if found is not None:
            return found
    return _side_by_side(reading, number, good)


def _placed(reading: Reading, number: int, refs: Sequence[Ref], whole: Value) -> Ref | None:
    """The node's places in the value of all heads; head h of [..., H, S, Dh] is the h-th of them."""
    shape = whole.canon.shape
    own = torch.arange(whole.canon.numel()).reshape(shape)
    by_source: dict[int, Tensor] = {}
    for head, (ref, arg) in enumerate(zip(refs, reading.node(number).args[0], strict=True)):
        small = ref.value.canon
        if whole.part in ("matrix", "plus", "times", "activation"):
            width = small.shape[-1]
            places = own[..., head * width : (head + 1) * width]
        else:
            places = own.select(-3, head)
        by_source[arg.node] = places.reshape(-1)[ref.index]
    index = replay(reading.node(number), by_source.get, reading.tensor)
    return None if index is None else reading.check(number, whole, index)


def group(reading: Reading, number: int, values: Sequence[Value]) -> Value | None:
    """One value of all heads; None where the heads are not made alike."""
    first = values[0]
    if all(v is first for v in values):
        return first
    if any(
        v.part != first.part or v.facets != first.facets or len(v.args) != len(first.args) for v in values
    ):
        return None
    if first.part in ("matrix", "plus", "times"):
        return _joined(reading, number, values)
    if first.part == "activation":
        arg = group(reading, number, [v.args[0] for v in values])
        return None if arg is None else reading.values.make(first.part, (arg,), first.facets, first.node)
    if first.part not in _BY_HEAD:
        return None
    args = [group(reading, number, [v.args[i] for v in values]) for i in range(len(first.args))]
    if any(arg is None for arg in args):
        return None
    facets, data = dict(first.facets), None
    if "heads" in facets:
        if facets["heads"] is not None:
            return None
        facets["heads"] = len(values)
    if first.part == "dropout":
        data = (torch.stack([v.data[0] for v in values], -3), number)
    return reading.values.make(first.part, [a for a in args if a is not None], facets, first.node, data=data)


def _joined(reading: Reading, number: int, values: Sequence[Value]) -> Value | None:
    """Linear maps of one value, their rows one under the other."""
    arg = group(reading, number, [v.args[0] for v in values])
    if arg is None:
        return None
    sources: list[Value] = []
    places: list[Tensor] = []
    for value in values:
        for source, place in zip(value.args[1:], value.data, strict=True):
            if sources and sources[-1] is source:
                places[-1] = torch.cat((places[-1], place))
            else:
                sources.append(source)
                places.append(place)
    first = values[0]
    return reading.values.make(first.part, (arg, *sources), first.facets, first.node, data=tuple(places))


def _side_by_side(reading: Reading, number: int, refs: Sequence[Ref]) -> Ref | None:
    values = [ref.value for ref in refs]
    if any(not v.canon.dim() or v.canon.shape[:-1] != values[0].canon.shape[:-1] for v in values):
        return None
    made = reading.values.make("concat", values, {}, number)
    if made is None or tuple(made.canon.shape) != reading.node(number).shape:
        return None
    return reading.check(number, made, torch.arange(made.canon.numel()).reshape(made.canon.shape))
