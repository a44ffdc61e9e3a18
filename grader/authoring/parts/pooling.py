"""Pooling of a sequence: what of the positions is taken, which ones count, what divides the sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

TAKES = ("sum", "max", "first", "last", "last real")
OVER = ("real", "all", "real + 1", "none", "features")
WHO = ("real", "all", "padding")
RIGHT: Mapping[str, Any] = {"take": "sum", "who": "real", "over": "real"}


def forms() -> Iterator[dict[str, Any]]:
    """Every form, the right one first."""
    for take in TAKES:
        for who in WHO:
            for over in OVER if take == "sum" else ("none",):
                yield {"take": take, "who": who, "over": over}


def _pool(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """x: [B, S, D], is_pad: [B, S] bool, True = padding -> [B, D]."""
    x, is_pad = tensors
    real = ~is_pad
    chosen = {"real": real, "all": torch.ones_like(real), "padding": is_pad}[facets["who"]][..., None]
    if facets["take"] == "max":
        return torch.where(chosen, x, -torch.inf).amax(1)
    if facets["take"] == "first":
        return x[:, 0]
    if facets["take"] == "last":
        return x[:, -1]
    if facets["take"] == "last real":
        return x[torch.arange(len(x)), real.sum(1) - 1]
    total = torch.where(chosen, x, 0.0).sum(1)
    count = chosen.sum(1).to(x.dtype)
    if facets["who"] == "padding":
        count = count.clamp(min=1)  # a sentence without padding, as who guards against 0 divides it
    over: dict[str, Tensor | float] = {
        "real": count,
        "real + 1": count + 1,
        "none": 1.0,
        "all": x.shape[1],
        "features": x.shape[2],
    }
    pooled: Tensor = total / over[facets["over"]]
    return pooled


def _write(facets: Facets, args: Sequence[str]) -> str:
    x, pad = args
    where = {"real": f"{x} where not {pad}", "all": x, "padding": f"{x} where {pad}"}[facets["who"]]
    if facets["take"] != "sum":
        return f"{facets['take']} of {where}"
    count = {"real": f"count({where})", "real + 1": f"(count({where}) + 1)", "all": "S", "features": "D"}
    divisor = count.get(facets["over"])
    return f"sum({where})" + (f" / {divisor}" if divisor else "")


PARTS: Mapping[str, Part] = {"pool": Part(_pool, _write, RIGHT, light=True)}
