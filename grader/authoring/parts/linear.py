"""Affine maps of tokens: a matrix, an offset, a gain for each feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import ANY, Facets, Part


def pieces(tensors: Sequence[Tensor], data: Any) -> Tensor:
    """The weight that is put together from parameters: of each the entries at these places, one under the other."""
    parts = [t.reshape(-1)[place] for t, place in zip(tensors, data, strict=True)]
    return torch.cat(parts) if len(parts) > 1 else parts[0]


def _matrix(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """x: [..., I], the matrix [O, I] -> [..., O]."""
    return tensors[0] @ pieces(tensors[1:], data).mT


def _plus(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    offset: Tensor = facets["sign"] * pieces(tensors[1:], data)
    return tensors[0] + offset


def _times(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    gain = pieces(tensors[1:], data)
    return tensors[0] * (1 + gain if facets["gain"] == "1 + weight" else gain)


def _write_plus(facets: Facets, args: Sequence[str]) -> str:
    return f"{args[0]} {'+' if facets['sign'] > 0 else '-'} {_joined(args[1:])}"


def _write_times(facets: Facets, args: Sequence[str]) -> str:
    gain = _joined(args[1:])
    gain = f"(1 + {gain})" if facets["gain"] == "1 + weight" else gain
    return f"{gain} * {_in_brackets(args[0])}"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def _in_brackets(text: str) -> str:
    return f"({text})" if " " in text else text


def _one_plus(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return 1 + tensors[0]


PARTS: Mapping[str, Part] = {
    "one plus": Part(_one_plus, lambda facets, args: f"1 + {args[0]}", light=True),
    "matrix": Part(
        _matrix, lambda facets, args: f"{_joined(args[1:])} {_in_brackets(args[0])}", {"out": ANY}
    ),
    "plus": Part(_plus, _write_plus, {"sign": 1}, light=True),
    "times": Part(_times, _write_times, {"gain": "weight"}, light=True),
}
