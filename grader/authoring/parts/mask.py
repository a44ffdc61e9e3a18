"""Masks of attention: who is blocked, which polarity, what the blocked scores become."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

PATTERNS = ("keys", "queries", "pairs", "either", "heads", "samples as queries")
HOPELESS = -9999.0
"""A fill up to here leaves a blocked key nothing that float64 shows."""


def blocked(mask: Tensor, shape: Sequence[int], pattern: str, polarity: str) -> Tensor | None:
    """bool [.., Sq, Sk], True = changed by the mask; None where the mask's shape does not allow this pattern."""
    chosen = mask if mask.dtype is torch.bool else mask != 0
    try:
        found = _placed(chosen, len(shape), pattern)
        if found is None:
            return None
        found = ~found if polarity == "kept" else found
        return found.expand(tuple(shape))
    except RuntimeError:
        return None


def _placed(mask: Tensor, rank: int, pattern: str) -> Tensor | None:
    if mask.dim() == rank + 1 and mask.shape[1] == 1:  # [B, 1, Sq, Sk] for the scores of one head
        mask = mask[:, 0]
    by_sample = mask.dim() == 2 and rank > 2
    keys = mask.reshape(mask.shape[0], *(1,) * (rank - 2), mask.shape[1]) if by_sample else mask
    if pattern == "keys":
        return keys
    if pattern == "heads":  # [B, 1, S]: the samples stand where the heads are
        if rank < 4:
            return None
        flat = (
            mask.reshape(mask.shape[0], mask.shape[-1])
            if mask.numel() == mask.shape[0] * mask.shape[-1]
            else None
        )
        return None if flat is None else flat[:, None, :]
    if pattern == "samples as queries":
        return mask.reshape(mask.shape[0], -1) if mask.numel() == mask.shape[0] * mask.shape[-1] else None
    if keys.dim() < 2:
        return None
    if pattern == "queries":
        return keys.mT
    return keys & keys.mT if pattern == "pairs" else keys | keys.mT


def forms(mask: Tensor, shape: Sequence[int]) -> Iterator[tuple[str, str, Tensor]]:
    """Every known pattern and polarity that this mask allows for scores of this shape, and what it blocks."""
    for pattern in PATTERNS:
        for polarity in ("blocked", "kept"):
            found = blocked(mask, shape, pattern, polarity)
            if found is not None:
                yield pattern, polarity, found


def _mask(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """scores: [..., Sq, Sk], mask: bool that broadcasts, True = blocked; the blocked ones are replaced."""
    where = blocked(tensors[1], tensors[0].shape, facets["who"], facets["polarity"])
    if where is None:
        raise RuntimeError("the mask does not fit")
    filled = tensors[0] + facets["fill"] if facets["how"] == "added" else facets["fill"]
    return torch.where(where, filled, tensors[0])


def fill_words(fill: float) -> str:
    """The fill as people write it."""
    if math.isinf(fill):
        return "-inf" if fill < 0 else "inf"
    return "the lowest number" if fill < -1e300 else f"{fill:g}"


def _write(facets: Facets, args: Sequence[str]) -> str:
    note = [f"fill {fill_words(facets['fill'])}"]
    if facets["polarity"] == "kept":
        note.insert(0, "inverted")
    if facets["who"] != "keys":
        note.insert(0, f"on {facets['who']}")
    if facets["how"] == "added":
        note[-1] = f"{fill_words(facets['fill'])} added"
    return f"masked({args[0]}; {', '.join(note)})"


def _not(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return ~tensors[0]


PARTS: Mapping[str, Part] = {
    "not": Part(_not, lambda facets, args: f"not {args[0]}", light=True),
    "mask": Part(_mask, _write, {"who": "keys", "polarity": "blocked", "fill": -math.inf, "how": "filled"}),
}
