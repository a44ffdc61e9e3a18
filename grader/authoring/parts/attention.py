"""Attention: the split into heads, the dot products, their scale, softmax, the weighted sum, the merge of heads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

SPLITS = ("token", "view", "interleaved", "batch")
"""How features become heads: token by token in blocks (right), by a bare view, every H-th feature, over the batch."""

_LARGEST_WIDTH = 10_000
"""No axis of a case is as wide."""


def split_places(shape: tuple[int, ...], heads: int | None, form: str) -> Tensor | None:
    """Where the entries of the heads [..., H, S, Dh] stand in [..., S, D]; None where the sizes do not allow it."""
    places = torch.arange(torch.Size(shape).numel()).reshape(shape)
    if heads is None:
        return places
    *lead, length, width = shape
    if width % heads:
        return None
    each = width // heads
    if form == "token":
        return places.reshape(*lead, length, heads, each).transpose(-3, -2)
    if form == "view":
        return places.reshape(*lead, heads, length, each)
    if form == "interleaved":
        return places.reshape(*lead, length, each, heads).movedim(-1, -3)
    if len(lead) != 1:
        return None
    return places.reshape(*lead, length, heads, each).permute(1, 2, 0, 3)  # [S, H, B, Dh]


def merge_places(shape: tuple[int, ...], form: str) -> Tensor | None:
    """Where the entries of [..., S, D] stand in the heads' results [..., H, S, Dh]."""
    places = torch.arange(torch.Size(shape).numel()).reshape(shape)
    *lead, heads, length, each = shape
    if form == "token":
        return places.transpose(-3, -2).reshape(*lead, length, heads * each)
    if form == "view":
        return places.reshape(*lead, length, heads * each)
    if form == "interleaved":
        return places.movedim(-3, -1).reshape(*lead, length, heads * each)
    if len(lead) != 1:
        return None
    return places.permute(2, 0, 1, 3).reshape(length, lead[0], heads * each)  # [B, S, D] of [S, H, B, Dh]


def _heads(x: Tensor, heads: int | None, form: str) -> Tensor:
    places = split_places(tuple(x.shape), heads, form)
    if places is None:
        raise RuntimeError("the heads cannot share these features")
    return x.reshape(-1)[places]


def _dots(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """q: [..., Sq, D], k: [..., Sk, D] -> [..., H, Sq, Sk], or [..., Sq, Sk] without heads."""
    heads = facets["heads"]
    return _heads(tensors[0], heads, facets["query"]) @ _heads(tensors[1], heads, facets["key"]).mT


def _weighted(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """weights: [..., H, Sq, Sk], v: [..., Sk, D] -> [..., H, Sq, Dh]."""
    weights = tensors[0].mT if facets["transposed"] else tensors[0]
    return weights @ _heads(tensors[1], facets["heads"], facets["value"])


def _merge(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    places = data[0] if data is not None else merge_places(tuple(tensors[0].shape), facets["form"])
    if places is None:
        raise RuntimeError("no such merge")
    return tensors[0].reshape(-1)[places]


def _arrange(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    places: Tensor = data[0]
    return tensors[0].reshape(-1)[places]


def _scale(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    factor: float = facets["factor"]
    return tensors[0] * factor


def _softmax(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    scores = tensors[0]
    if facets["form"] == "log":
        return scores.log_softmax(facets["axis"])
    return scores.softmax(facets["axis"])


def _write_dots(facets: Facets, args: Sequence[str]) -> str:
    forms = {facets["query"], facets["key"]} - {"token"}
    note = f" [heads by {', '.join(sorted(forms))}]" if forms and facets["heads"] is not None else ""
    return f"{args[0]}·{args[1]}{note}"


def _write_weighted(facets: Facets, args: Sequence[str]) -> str:
    weights = f"{args[0]}ᵀ" if facets["transposed"] else args[0]
    note = "" if facets["value"] == "token" else f" [heads by {facets['value']}]"
    return f"{weights} {args[1]}{note}"


def _write_scale(facets: Facets, args: Sequence[str]) -> str:
    """A factor by the whole number that it is made of, where there is one: x / sqrt(8), 8 * x."""
    factor, x = float(facets["factor"]), args[0]
    for number, text in (
        (factor, "{} * {x}"),
        (1 / factor if factor else 0.0, "{x} / {}"),
        (factor**-2 if factor > 0 else 0.0, "{x} / sqrt({})"),
        (factor**2 if factor > 0 else 0.0, "sqrt({}) * {x}"),
    ):
        whole = round(number)
        if 1 < whole < _LARGEST_WIDTH and math.isclose(number, whole, rel_tol=1e-6):
            return text.format(whole, x=x)
    return f"{factor:.4g} * {x}"


def _write_softmax(facets: Facets, args: Sequence[str]) -> str:
    over = {-1: "", -2: " over queries", -3: " over heads"}.get(facets["axis"], " over the batch")
    name = "log_softmax" if facets["form"] == "log" else "softmax"
    return f"{name}({args[0]}){over}"


PARTS: Mapping[str, Part] = {
    "dots": Part(_dots, _write_dots, {"heads": None, "query": "token", "key": "token"}),
    "weighted": Part(_weighted, _write_weighted, {"heads": None, "value": "token", "transposed": False}),
    "merge": Part(
        _merge,
        lambda facets, args: (
            f"merge({args[0]})" if facets["form"] == "token" else f"merge({args[0]}; {facets['form']})"
        ),
        {"form": "token"},
    ),
    "arrange": Part(_arrange, lambda facets, args: f"rearranged({args[0]})"),
    "scale": Part(_scale, _write_scale, {}, light=True),
    "softmax": Part(_softmax, _write_softmax, {"axis": -1, "form": "plain"}),
}
