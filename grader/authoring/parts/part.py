"""A part of the field: a step with its right form, its other known forms, how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

ANY = "any"
"""A facet that may be as it likes."""

Facets = Mapping[str, Any]
Run = Callable[[Facets, Sequence[Tensor], Any], Tensor]
Write = Callable[[Facets, Sequence[str]], str]


@dataclass(frozen=True)
class Part:
    """A step: `run` computes it as `facets` choose, `write` is
    its formula, `right` the facets that the course asks for.

    `light` parts may be steps on the way to another one (x * sigmoid(x) is SiLU, not a product). `swaps` says
    that the order
    of its two arguments does not matter.
    """

    run: Run
    write: Write
    right: Facets = field(default_factory=dict)
    light: bool = False
    swaps: bool = False
