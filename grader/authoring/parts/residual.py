"""What joins two values: sum, difference, product, concatenation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part


def _add(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return tensors[0] + tensors[1] if facets["sign"] > 0 else tensors[0] - tensors[1]


def _multiply(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return tensors[0] * tensors[1]


def _concat(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return torch.cat(list(tensors), -1)


PARTS: Mapping[str, Part] = {
    "add": Part(
        _add,
        lambda facets, args: f"{args[0]} {'+' if facets['sign'] > 0 else '-'} {args[1]}",
        {"sign": 1},
        swaps=True,
    ),
    "product": Part(_multiply, lambda facets, args: f"{args[0]} * {args[1]}", light=True, swaps=True),
    "concat": Part(_concat, lambda facets, args: f"[{', '.join(args)}]"),
}
