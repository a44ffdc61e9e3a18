"""Takes the features that are used out of a wider linear map: queries out of a fused projection, one head."""

from __future__ import annotations

import torch
from torch import Tensor

from grader.explain.reading import Reading
from grader.explain.value import Ref, Value

CHAIN = ("matrix", "plus", "times", "scale", "activation", "cast", "dropout")


def cut(reading: Reading, ref: Ref) -> Ref:
    """The same entries as those of a value that has no other features; `ref` itself where it uses all of them."""
    value = ref.value
    if value.canon.dim() < 2 or value.part not in CHAIN:
        return ref
    width = value.canon.shape[-1]
    used = torch.unique(ref.index % width)
    if len(used) == width:
        return ref
    small = _narrowed(reading, value, used)
    if small is None:
        return ref
    feature = torch.zeros(width, dtype=torch.int64)
    feature[used] = torch.arange(len(used))
    return Ref(small, ref.index // width * len(used) + feature[ref.index % width])


def _narrowed(reading: Reading, value: Value, used: Tensor) -> Value | None:
    """The value with these features alone; its chain must end in a matrix."""
    if value.part == "matrix":
        if len(value.data) != 1:
            return None
        rows = value.data[0]
        return reading.values.make("matrix", value.args, {}, value.node, data=(rows[used].contiguous(),))
    if value.part not in CHAIN:
        return None
    first = _narrowed(reading, value.args[0], used)
    if first is None:
        return None
    if value.part in ("plus", "times"):
        if len(value.data) != 1:
            return None
        data = (value.data[0][used].contiguous(),)
        return reading.values.make(value.part, (first, *value.args[1:]), value.facets, value.node, data=data)
    if value.part == "dropout":
        data = (value.data[0][..., used].contiguous(),)
        return reading.values.make("dropout", (first,), value.facets, value.node, data=data)
    return reading.values.make(value.part, (first,), value.facets, value.node)
