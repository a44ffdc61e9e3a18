"""Cross-entropy over tokens: which ones count, what the sum is divided by, what was done to the logits before."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

WHO = ("valid", "all", "padding")
OVER = ("counted", "all", "none", "by sample", "samples")
LOGITS = (
    "as they are",
    "softmax first",
    "log softmax first",
    "zeroed at padding",
    "scrambled",
    "softmax over tokens",
    "softmax over tokens, zeroed at padding",
    "softmax over samples",
    "no logarithm",
    "logarithm to base 2",
)
RIGHT: Mapping[str, Any] = {"who": "valid", "over": "counted", "logits": "as they are", "sign": 1}


def forms() -> Iterator[dict[str, Any]]:
    """Every form, the right one first."""
    for logits in LOGITS:
        for who in WHO:
            for over in OVER:
                for sign in (1, -1):
                    yield {"who": who, "over": over, "logits": logits, "sign": sign}


def _loss(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """logits: [B, S, V], targets: [B, S] int64, is_pad: [B, S] bool -> []."""
    logits, targets, is_pad = tensors
    counted = {"valid": ~is_pad, "all": torch.ones_like(is_pad), "padding": is_pad}[facets["who"]]
    if facets["logits"] == "scrambled":
        logits = logits.reshape(logits.shape[0], logits.shape[2], logits.shape[1]).mT
    elif facets["logits"] == "softmax first":
        logits = logits.softmax(-1)
    elif facets["logits"] == "log softmax first":
        logits = logits.softmax(-1).log_softmax(-1).log_softmax(-1)
    elif facets["logits"].endswith("zeroed at padding"):
        logits = torch.where(is_pad[..., None], 0.0, logits)
    safe = torch.where(counted, targets, 0).clamp(0, logits.shape[-1] - 1)
    if facets["logits"] == "no logarithm":
        scores = logits.softmax(-1)
    else:
        axes = {"softmax over tokens": 1, "softmax over samples": 0}
        scores = logits.log_softmax(axes.get(facets["logits"].partition(",")[0], -1))
        if facets["logits"] == "logarithm to base 2":
            scores = scores / math.log(2)
    each = -scores.gather(-1, safe[..., None])[..., 0]
    each = torch.where(counted, each, 0.0)  # [B, S]
    over = facets["over"]
    if over == "by sample":
        value = (each.sum(1) / counted.sum(1)).mean()
    else:
        size: dict[str, Tensor | int] = {
            "counted": counted.sum(),
            "all": counted.numel(),
            "samples": len(counted),
        }
        value = each.sum() / size.get(over, 1)
    signed: Tensor = facets["sign"] * value
    return signed


def _write(facets: Facets, args: Sequence[str]) -> str:
    tokens = {"valid": "valid tokens", "all": "all tokens", "padding": "padded tokens"}[facets["who"]]
    over = {
        "counted": f"mean over {tokens}",
        "all": f"sum over {tokens} / all positions",
        "none": f"sum over {tokens}",
        "by sample": f"mean of each sample's mean over {tokens}",
        "samples": f"sum over {tokens} / samples",
    }[facets["over"]]
    logits = "" if facets["logits"] == "as they are" else f" ({args[0]}: {facets['logits']})"
    return f"{'-' if facets['sign'] < 0 else ''}cross-entropy, {over}{logits}"


PARTS: Mapping[str, Part] = {"loss": Part(_loss, _write, RIGHT)}
