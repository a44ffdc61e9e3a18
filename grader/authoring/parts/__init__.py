"""The parts that the course's computations are made of, one file a part: right form, known other forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from grader.authoring.parts import (
    activation,
    attention,
    dropout,
    embedding,
    known,
    length,
    linear,
    loss,
    made_mask,
    mask,
    norm,
    pooling,
    residual,
)
from grader.authoring.parts.part import Facets, Part

PARTS: Mapping[str, Part] = {
    **norm.PARTS,
    **linear.PARTS,
    **activation.PARTS,
    **attention.PARTS,
    **mask.PARTS,
    **residual.PARTS,
    **dropout.PARTS,
    **embedding.PARTS,
    **pooling.PARTS,
    **loss.PARTS,
    **known.PARTS,
    **length.PARTS,
    **made_mask.PARTS,
}
"""Every part by the name that an explained value bears."""


def run(part: str, facets: Facets, tensors: Sequence[Tensor], data: Any = None) -> Tensor | None:
    """Compute a part on these tensors; None where their shapes do not allow it."""
    try:
        return PARTS[part].run(facets, tensors, data)
    except (RuntimeError, IndexError):
        return None
