"""Reads dropout, as one operation or written by hand, where something random was drawn."""

from __future__ import annotations

import torch

from grader.domain.graph import Leaf
from grader.explain.readers.elementwise import laid_out
from grader.explain.reading import Reading, scalars
from grader.explain.value import Ref, Value, near


def read(reading: Reading, number: int, found: list[Value]) -> Ref | None:
    """A value of which some entries became 0 and the others were scaled alike, where something random was drawn."""
    tensor = reading.tensor(number)
    for value in found:
        ref = laid_out(reading, number, value)
        if ref is None or tensor is None or value.part in ("random", Leaf.CONSTANT):
            continue
        if value.part == "scale" and value.facets["factor"] > 1:  # what is kept was scaled before
            value, ref = value.args[0], Ref(value.args[0], ref.index)
        source = ref.read()
        kept = (tensor != 0) | (source == 0)
        live = kept & (source != 0)
        if not live.any():
            continue
        largest = source[live].abs().argmax()  # a small entry tells its factor less precisely
        factor = float(tensor[live][largest] / source[live][largest])
        if not near(tensor[live], factor * source[live], max(1e-6, value.tolerance)):
            continue
        drawn = reading.cone(number, [value])
        chances = [s for s in scalars([reading.node(n) for n in drawn]) if 0 <= s <= 1]
        scaled = abs(factor - 1) > 1e-6 or bool(kept.all())
        rate = 1 - 1 / factor if scaled else _likely(1 - float(kept.double().mean()), chances)
        factors = torch.ones_like(value.canon).reshape(-1)
        factors[ref.index.reshape(-1)] = (kept.to(factors.dtype) * factor).reshape(-1)
        data = (factors.reshape(value.canon.shape), number)
        facets = {"rate": float(f"{rate:.6g}"), "scaled": scaled}
        made = reading.values.make("dropout", (value,), facets, number, data=data)
        return reading.check(number, made, ref.index)
    return None


def _likely(rate: float, chances: list[float]) -> float:
    """The constant that is nearest to a share: the share itself has seen few draws."""
    return min([*chances, *(1 - c for c in chances)], key=lambda c: abs(c - rate), default=rate)
