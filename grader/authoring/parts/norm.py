"""Normalisation: what is subtracted, what is divided by, over which axes, where eps stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from grader.authoring.parts.part import Facets, Part

SIZES = ("mean size", "sum of sizes", "largest size")
"""Spreads of |x|, which are no squares: no root belongs to them."""
AXES = ("features", "sequence", "batch", "sequence and features", "batch and sequence", "all")
SPREADS = ("variance", "mean square", "mean absolute", "sum of squares", "length", *SIZES)
EPS = ("inside", "outside", "none", "at least")


def dims(axis: str, rank: int) -> tuple[int, ...]:
    """The axes of a tensor of this rank, [..., S, D], that are averaged over."""
    last = rank - 1
    return {
        "features": (last,),
        "sequence": (max(last - 1, 0),),
        "batch": (0,),
        "sequence and features": tuple(range(max(last - 1, 0), rank)),
        "batch and sequence": tuple(range(last)),
        "all": tuple(range(rank)),
    }[axis]


def spread(x: Tensor, facets: Facets) -> Tensor:
    """What stands under the root, without eps: x [..., D] -> [..., 1] over the features."""
    axes = dims(facets["axis"], x.dim())
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    centred = x - x.mean(axes, keepdim=True)
    kind = facets["spread"]
    if kind == "mean absolute":
        return centred.abs().mean(axes, keepdim=True)
    if kind in SIZES:
        size = x.abs()
        if kind == "largest size":
            return size.amax(axes, keepdim=True)
        return size.mean(axes, keepdim=True) if kind == "mean size" else size.sum(axes, keepdim=True)
    if kind == "length":
        return x.square().sum(axes, keepdim=True)
    square = x.square() if kind == "mean square" else centred.square()
    total = square.sum(axes, keepdim=True)
    if kind == "sum of squares":
        return total
    return total / (count - 1 if facets["over"] == "D-1" else count)


def denominator(x: Tensor, facets: Facets) -> Tensor:
    """What the numerator is divided by."""
    value = spread(x, facets)
    eps: float = facets["eps_value"]
    inside = facets["eps"] == "inside"
    value = value + eps if inside else value
    value = value.sqrt() if facets["root"] else value
    if facets["eps"] == "outside":
        return value + eps
    return value.clamp(min=eps) if facets["eps"] == "at least" else value


def numerator(x: Tensor, facets: Facets) -> Tensor:
    """x, less its mean where it is centred."""
    return x - x.mean(dims(facets["axis"], x.dim()), keepdim=True) if facets["centred"] else x


def _normalise(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    normalised: Tensor = numerator(tensors[0], facets) / denominator(tensors[0], facets)
    return normalised


def _write(facets: Facets, args: Sequence[str]) -> str:
    x = args[0]
    over = "" if facets["axis"] == "features" else f" over {facets['axis']}"
    top = f"{x} - mean({x})" if facets["centred"] else x
    kind = {
        "variance": f"var({x})" if facets["over"] == "D" else f"var({x}; D-1)",
        "mean square": f"mean({x}^2)" if facets["over"] == "D" else f"sum({x}^2)/(D-1)",
        "mean absolute": f"mean|{x} - mean|",
        "sum of squares": f"sum(({x} - mean)^2)",
        "length": f"sum({x}^2)",
        "mean size": f"mean|{x}|",
        "sum of sizes": f"sum|{x}|",
        "largest size": f"max|{x}|",
    }[facets["spread"]]
    eps = f"{facets['eps_value']:g}"
    inner = f"{kind} + {eps}" if facets["eps"] == "inside" else kind
    root = f"sqrt({inner})" if facets["root"] else f"({inner})"
    if facets["eps"] == "outside":
        root = f"({root} + {eps})"
    elif facets["eps"] == "at least":
        root = f"max({root}, {eps})"
    return f"({top}) / {root}{over}" if facets["centred"] else f"{top} / {root}{over}"


RIGHT: Mapping[str, Any] = {
    "axis": "features",
    "centred": True,
    "spread": "variance",
    "over": "D",
    "eps": "inside",
    "eps_value": 1e-5,
    "root": True,
}

PARTS: Mapping[str, Part] = {"normalise": Part(_normalise, _write, RIGHT, light=True)}
