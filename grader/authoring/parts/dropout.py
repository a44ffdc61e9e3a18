"""Dropout in training: where, at which rate, whether what is kept is scaled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from grader.authoring.parts.part import Facets, Part


def _dropout(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """x times what this very call kept: `data` holds the factors, so that the same draw gives the same values."""
    kept: Tensor = data[0]
    return tensors[0] * kept


PARTS: Mapping[str, Part] = {
    "dropout": Part(
        _dropout,
        lambda facets, args: f"dropout({args[0]}; p={facets['rate']:g})",
        {"rate": None, "scaled": True},
    )
}
