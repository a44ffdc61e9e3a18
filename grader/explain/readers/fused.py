"""Reads operations that are several parts in one piece."""

from __future__ import annotations

import math

from grader.authoring.parts.norm import RIGHT
from grader.domain.graph import At
from grader.explain.reading import Reading
from grader.explain.value import Ref, Value

OPERATIONS = frozenset(("native_layer_norm",))


def read(reading: Reading, number: int) -> Ref | None:
    """The name of what a fused operation returns first."""
    node = reading.node(number)
    if node.output != 0:
        return None
    ref = reading.need(node.sources[0])
    if ref is None:
        return None
    size = math.prod(node.args[1])
    if ref.value.canon.dim() == 0 or ref.value.canon.shape[-1] != size:
        return None
    facets = {**RIGHT, "eps_value": float(node.args[4])}
    made: Value | None = reading.values.make("normalise", (ref.value,), facets, number)
    for arg, part, choice in (
        (node.args[2], "times", {"gain": "weight"}),
        (node.args[3], "plus", {"sign": 1}),
    ):
        if isinstance(arg, At) and made is not None:
            vector = reading.need(arg.node)
            if vector is None:
                return None
            data = (vector.index.reshape(-1).contiguous(),)
            made = reading.values.make(part, (made, vector.value), choice, number, data=data)
    return reading.check(number, made, ref.index)
