"""Embeddings: rows of a table by token ids, tables of positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

KINDS: Mapping[str, Sequence[Any]] = {
    "layout": ("interleaved", "halves", "all sine", "all cosine"),
    "exponent": ("2i/D", "i/D", "4i/D", "none", "cosine one further"),
    "start": (0, 1),
    "swapped": (False, True),
}
"""The forms of a table of sines and cosines, right ones first."""


def positions(length: int, dim: int, facets: Facets) -> Tensor:
    """[length, dim]: sin(pos / 10000^(2i/dim)) in column 2i, the cosine in column 2i + 1, or as the facets say."""
    place = torch.arange(length, dtype=torch.float64)[:, None] + facets["start"]
    pair = torch.arange(0, dim, 2, dtype=torch.float64)  # 2i
    rate = {"2i/D": pair / dim, "i/D": pair / (2 * dim), "4i/D": 2 * pair / dim, "none": pair * 0}
    first = rate.get(facets["exponent"], pair / dim)
    second = (pair + 1) / dim if facets["exponent"] == "cosine one further" else first
    sine, cosine = (place / 10000.0**first).sin(), (place / 10000.0**second).cos()
    if facets["swapped"]:
        sine, cosine = cosine, sine
    if facets["layout"] == "halves":
        return torch.cat((sine, cosine), -1)
    if facets["layout"] == "all sine":
        cosine = (place / 10000.0**second).sin()
    elif facets["layout"] == "all cosine":
        sine = (place / 10000.0**first).cos()
    return torch.stack((sine, cosine), -1).reshape(length, -1)


def _embedding(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """ids: [B, S] int64, table: [V, D] -> [B, S, D]."""
    return tensors[1][tensors[0]]


def _positions(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    return positions(facets["length"], facets["dim"], facets)


def _write_positions(facets: Facets, args: Sequence[str]) -> str:
    """What is not as in the formula of 2017 stands in brackets."""
    notes = [
        "" if facets["layout"] == "interleaved" else facets["layout"],
        "" if facets["exponent"] == "2i/D" else f"exponent {facets['exponent']}",
        f"from position {facets['start']}" if facets["start"] else "",
        "sine and cosine exchanged" if facets["swapped"] else "",
    ]
    told = ", ".join(note for note in notes if note)
    return f"positions [{told}]" if told else "positions"


PARTS: Mapping[str, Part] = {
    "embedding": Part(_embedding, lambda facets, args: f"{args[1]}[{args[0]}]"),
    "positions": Part(
        _positions,
        _write_positions,
        {"layout": "interleaved", "exponent": "2i/D", "start": 0, "swapped": False},
    ),
}
