"""Activations, each a function of single numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

KINDS: Mapping[str, Callable[[Tensor], Tensor]] = {
    "relu": torch.relu,
    "gelu": F.gelu,
    "gelu tanh": lambda x: F.gelu(x, approximate="tanh"),
    "gelu sigmoid": lambda x: x * torch.sigmoid(1.702 * x),
    "silu": F.silu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "leaky relu": F.leaky_relu,
    "elu": F.elu,
    "selu": F.selu,
    "softplus": F.softplus,
    "relu6": F.relu6,
    "softsign": F.softsign,
    "mish": F.mish,
    "hardswish": F.hardswish,
    "relu squared": lambda x: torch.relu(x).square(),
    "abs": torch.abs,
    "square": torch.square,
    "negative": torch.neg,
    "exp": torch.exp,
    "sine": torch.sin,
    "cosine": torch.cos,
    "normal cdf": lambda x: 0.5 * (1 + torch.erf(x / math.sqrt(2))),
    "normal density times x": lambda x: x * torch.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    "gelu without sqrt2": lambda x: 0.5 * x * (1 + torch.erf(x)),
    "gelu without half": lambda x: x * (1 + torch.erf(x / math.sqrt(2))),
    "x plus normal cdf": lambda x: x + 0.5 * (1 + torch.erf(x / math.sqrt(2))),
    "x minus normal cdf": lambda x: x - 0.5 * (1 + torch.erf(x / math.sqrt(2))),
}
"""Everything that stands in the place of an activation, by its name."""


def usual(kind: str, x: Tensor) -> tuple[Tensor, ...]:
    """What an activation written by hand rightly passes through, in x's shape; nothing where it is one call."""
    if kind == "gelu":
        z = x / math.sqrt(2)
        return z, z.erf(), 1 + z.erf(), 0.5 * (1 + z.erf()), x / 2, x * (1 + z.erf()), F.gelu(x)
    if kind == "silu":
        return -x, torch.exp(-x), 1 + torch.exp(-x), torch.sigmoid(x), F.silu(x)
    return ()


def _activate(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    if facets["kind"] == "leaky relu":
        return F.leaky_relu(tensors[0], facets.get("slope", 0.01))
    return KINDS[facets["kind"]](tensors[0])


PARTS: Mapping[str, Part] = {
    "activation": Part(
        _activate,
        lambda facets, args: f"{facets['kind'].replace(' ', '_')}({args[0]})",
        {"kind": "relu"},
        light=True,
    )
}
