"""Lengths of matrices: what is subtracted first, which norm over which axes, what it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.norm import dims
from grader.authoring.parts.part import ANY, Facets, Part

KINDS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "frobenius": lambda x: x.square().sum(-1).sqrt(),
    "absolute sum": lambda x: x.abs().sum(-1),
    "mean absolute": lambda x: x.abs().mean(-1),
    "root mean square": lambda x: x.square().mean(-1).sqrt(),
    "largest": lambda x: x.abs().amax(-1),
}
"""Lengths of vectors [..., n] -> [...], the right one first."""
OF_MATRICES: Mapping[str, Callable[[Tensor], Tensor]] = {
    "spectral": lambda x: torch.linalg.matrix_norm(x, ord=2),
    "rank": lambda x: torch.linalg.matrix_rank(x).to(x.dtype),
}
"""What else is taken for the length of a matrix: [N, R, C] -> [N]."""


def _centre(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """x: [B, S, D] less its mean over an axis, or that mean."""
    x = tensors[0]
    mean = x.mean(dims(facets["axis"], x.dim()), keepdim=True)
    if facets["kept"] == "mean":
        return mean
    return mean.expand_as(x) if facets["kept"] == "mean everywhere" else x - mean


def _length(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """x: [N, ..., n] -> [N] for each sample, [] for the batch, [N, ...] for each token."""
    x, kind = tensors[0], facets["kind"]
    if kind in OF_MATRICES:
        found = OF_MATRICES[kind](x)
    else:
        rows = {"sample": x.flatten(1), "batch": x.flatten(), "token": x}[facets["over"]]
        found = KINDS[kind](rows)
    return found if facets["root"] else found.square()


def _ratio(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    over, under = reversed(tensors) if facets["inverted"] else tensors
    ratio: Tensor = over / (under + facets["eps"])
    return ratio


def _listed(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return tensors[0].flip(0) if facets["order"] == "last layer first" else tensors[0]


def _shares(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return tensors[0] / (tensors[0].sum() if facets["by"] == "sum" else tensors[0].amax())


def _write_centre(facets: Facets, args: Sequence[str]) -> str:
    mean = f"mean({args[0]} over {facets['axis']})"
    return f"{args[0]} - {mean}" if facets["kept"] == "rest" else mean


def _write_length(facets: Facets, args: Sequence[str]) -> str:
    bars = f"||{args[0]}||" + ("" if facets["root"] else "^2")
    note = [] if facets["kind"] == "frobenius" else [facets["kind"]]
    note += [] if facets["over"] == "sample" else [f"over the {facets['over']}"]
    return f"{bars} ({', '.join(note)})" if note else bars


def _write_ratio(facets: Facets, args: Sequence[str]) -> str:
    over, under = reversed(args) if facets["inverted"] else args
    return f"{over} / {under}"


PARTS: Mapping[str, Part] = {
    "centre": Part(_centre, _write_centre, {"axis": "sequence", "kept": "rest"}, light=True),
    "length": Part(_length, _write_length, {"kind": "frobenius", "over": "sample", "root": True}, light=True),
    "ratio": Part(_ratio, _write_ratio, {"inverted": False, "eps": ANY}),
    "average": Part(lambda facets, tensors, data: tensors[0].mean(), lambda facets, args: f"mean({args[0]})"),
    "listed": Part(
        _listed, lambda facets, args: f"{args[0]}, {facets['order']}", {"order": "first layer first"}
    ),
    "shares": Part(_shares, lambda facets, args: f"{args[0]} / {facets['by']}", {"by": "sum"}),
}
