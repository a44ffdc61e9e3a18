"""Whether the form of a step that was read is the asked one; several forms may be the same in effect."""

from __future__ import annotations

import math
from typing import Any

from grader.authoring.parts.mask import HOPELESS
from grader.authoring.parts.norm import SIZES
from grader.explain.value import Value

ROOTLESS = ("mean absolute", *SIZES)
"""Spreads that are no squares: there is no root to take."""


def agrees(part: str, facet: str, read: Value, wanted: Any) -> bool:
    """Whether the facet of `read` is in effect what is wanted of it."""
    found = read.facets.get(facet)
    if part == "matrix" and facet == "out":
        return bool(read.canon.shape[-1] == wanted)
    if part == "mask" and facet == "fill":
        return float(found) <= HOPELESS if wanted == -math.inf else found == wanted  # type: ignore[arg-type]
    if part == "mask" and facet == "how":
        return bool(found == wanted or float(read.facets["fill"]) <= HOPELESS)
    if part == "normalise" and facet == "eps_value" and read.facets["eps"] == "none":
        return True
    if part == "normalise" and facet == "root" and read.facets["spread"] in ROOTLESS:
        return True
    if part == "loss" and facet == "logits" and found == "zeroed at padding":
        return bool(read.facets["who"] == "padding")  # those that count by mistake were cleared on purpose
    if isinstance(wanted, float) and isinstance(found, (int, float)) and not isinstance(found, bool):
        return math.isclose(float(found), wanted, rel_tol=1e-6)
    return bool(found == wanted)
