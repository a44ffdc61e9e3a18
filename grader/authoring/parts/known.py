"""What the course itself knows of a draw where no part makes it: a number of the call, a gradient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from grader.authoring.parts.part import Facets, Part


def _given(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    raise RuntimeError("it is given with the draw")


def facets_of(name: str) -> dict[str, str]:
    """The facets of a known tensor: "gradient of w; accumulated" is of "gradient of w", and "accumulated"."""
    of, _, how = name.partition("; ")
    return {"of": of, "how": how or "plain"}


def name_of(facets: Facets) -> str:
    """The name under which the course gives it."""
    return str(facets["of"]) if facets["how"] == "plain" else f"{facets['of']}; {facets['how']}"


def _write(facets: Facets, args: Sequence[str]) -> str:
    return str(facets["of"]) if facets["how"] == "plain" else f"{facets['of']}, {facets['how']}"


PARTS: Mapping[str, Part] = {"known": Part(_given, _write)}
